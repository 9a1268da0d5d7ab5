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
	users := make(map[symbol.Name][]symbol.Name) // functions that mention one
	callers := make(map[string][]symbol.Name)    // name -> functions that call an interface's method of that name
	out := make(map[symbol.Name]bool)
	var work []symbol.Name
	add := func(sym symbol.Name) {
		if !out[sym] {
			out[sym] = true
			work = append(work, sym)
		}
	}
	for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
		f := pkg.Funcs[sym]
		for _, u := range f.Uses {
			switch known.Func(u) {
			case known.BuilderComplete, known.BuilderBuild, known.NewController:
				add(sym)
			}
			name := u.Last()
			if imported(u) || importedMethods[name] && u.IsMethod() {
				add(sym)
			}
			users[u] = append(users[u], sym)
			if u.IsMethod() {
				callers[name] = append(callers[name], sym)
			}
		}
		for _, t := range f.RelevantResults {
			if t == known.Controller+".Controller" || t == known.Controller+".TypedController" {
				add(sym)
			}
		}
	}
	for len(work) > 0 {
		sym := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range users[sym] {
			add(user)
		}
		if sym.IsMethod() {
			for _, user := range callers[sym.Last()] {
				add(user)
			}
		}
		if o := sym.Outermost(); o != sym {
			add(o)
		}
	}
	return out
}

// queueMakers returns the functions of a package that can make a queue by hand, as far as mentions by name tell. Imported reports
// the same of the functions of its imports. Unlike controllers, queues are made by many functions of one program, whose
// methods have the same names: which of them an interface's method may be is left to the run of main.
func queueMakers(pkg *code.Package, imported func(sym symbol.Name) bool) map[symbol.Name]bool {
	users := make(map[symbol.Name][]symbol.Name)
	out := make(map[symbol.Name]bool)
	var work []symbol.Name
	add := func(sym symbol.Name) {
		if !out[sym] {
			out[sym] = true
			work = append(work, sym)
		}
	}
	for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
		for _, u := range pkg.Funcs[sym].Uses {
			if known.Func(u) == known.NewQueue || imported(u) {
				add(sym)
			}
			users[u] = append(users[u], sym)
		}
	}
	for len(work) > 0 {
		sym := work[len(work)-1]
		work = work[:len(work)-1]
		for _, user := range users[sym] {
			add(user)
		}
		if o := sym.Outermost(); o != sym {
			add(o)
		}
	}
	return out
}
