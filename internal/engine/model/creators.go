package model

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// creators returns the functions of a package that can create a controller, as far
// as calls and mentions by name tell. Imported reports the same of the functions
// of its imports.
func creators(pkg *code.Package, imported func(sym symbol.Name) bool, importedMethods map[string]bool) map[symbol.Name]bool {
	return leading(pkg, true, func(f *code.Func) bool {
		return slices.ContainsFunc(f.Uses, func(u symbol.Name) bool {
			switch known.Func(u) {
			case known.BuilderComplete, known.BuilderBuild, known.NewController:
				return true
			}
			return imported(u) || importedMethods[u.Last()] && u.IsMethod()
		}) || slices.ContainsFunc(f.RelevantResults, func(t symbol.Name) bool {
			return t == known.Controller+".Controller" || t == known.Controller+".TypedController"
		})
	})
}

// queueMakers returns the functions of a package that can make a queue by hand, as far as mentions by name tell. Imported reports
// the same of the functions of its imports. Unlike controllers, queues are made by many functions of one program, whose
// methods have the same names: which of them an interface's method may be is left to the run of main.
func queueMakers(pkg *code.Package, imported func(sym symbol.Name) bool) map[symbol.Name]bool {
	return leading(pkg, false, func(f *code.Func) bool {
		return slices.ContainsFunc(f.Uses, func(u symbol.Name) bool { return known.Func(u) == known.NewQueue || imported(u) })
	})
}

// leading returns the functions of a package that do something by themselves, and those that lead to them: by a mention, by a function
// literal in them or, with methods, by a call of an interface's method of the name.
func leading(pkg *code.Package, methods bool, itself func(*code.Func) bool) map[symbol.Name]bool {
	users := make(map[symbol.Name][]symbol.Name) // functions that mention one
	callers := make(map[string][]symbol.Name)    // name -> functions that call a method of that name
	all := make(map[symbol.Name]bool)
	var list []symbol.Name // in the order in which that was found out
	add := func(sym symbol.Name) {
		if !all[sym] {
			all[sym] = true
			list = append(list, sym)
		}
	}
	for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
		f := pkg.Funcs[sym]
		if itself(f) {
			add(sym)
		}
		for _, u := range f.Uses {
			users[u] = append(users[u], sym)
			if methods && u.IsMethod() {
				callers[u.Last()] = append(callers[u.Last()], sym)
			}
		}
	}
	for i := 0; i < len(list); i++ {
		for _, user := range users[list[i]] {
			add(user)
		}
		if list[i].IsMethod() {
			for _, caller := range callers[list[i].Last()] {
				add(caller)
			}
		}
		add(list[i].Outermost())
	}
	return all
}
