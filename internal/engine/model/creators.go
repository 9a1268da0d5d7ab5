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
	out := reached{all: make(map[symbol.Name]bool)}
	for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
		f := pkg.Funcs[sym]
		for _, u := range f.Uses {
			switch known.Func(u) {
			case known.BuilderComplete, known.BuilderBuild, known.NewController:
				out.add(sym)
			}
			name := u.Last()
			if imported(u) || importedMethods[name] && u.IsMethod() {
				out.add(sym)
			}
			users[u] = append(users[u], sym)
			if u.IsMethod() {
				callers[name] = append(callers[name], sym)
			}
		}
		for _, t := range f.RelevantResults {
			if t == known.Controller+".Controller" || t == known.Controller+".TypedController" {
				out.add(sym)
			}
		}
	}
	return out.from(func(sym symbol.Name) []symbol.Name {
		if sym.IsMethod() {
			return slices.Concat(users[sym], callers[sym.Last()])
		}
		return users[sym]
	})
}

// The reached are functions that lead to something, in the order in which that was found out.
type reached struct {
	all  map[symbol.Name]bool
	list []symbol.Name
}

func (r *reached) add(sym symbol.Name) {
	if !r.all[sym] {
		r.all[sym] = true
		r.list = append(r.list, sym)
	}
}

// from adds those that use what is reached, and the functions that function literals stand in, and returns all.
func (r *reached) from(users func(symbol.Name) []symbol.Name) map[symbol.Name]bool {
	for i := 0; i < len(r.list); i++ {
		for _, user := range users(r.list[i]) {
			r.add(user)
		}
		r.add(r.list[i].Outermost())
	}
	return r.all
}

// queueMakers returns the functions of a package that can make a queue by hand, as far as mentions by name tell. Imported reports
// the same of the functions of its imports. Unlike controllers, queues are made by many functions of one program, whose
// methods have the same names: which of them an interface's method may be is left to the run of main.
func queueMakers(pkg *code.Package, imported func(sym symbol.Name) bool) map[symbol.Name]bool {
	users := make(map[symbol.Name][]symbol.Name)
	out := reached{all: make(map[symbol.Name]bool)}
	for _, sym := range slices.Sorted(maps.Keys(pkg.Funcs)) {
		for _, u := range pkg.Funcs[sym].Uses {
			if known.Func(u) == known.NewQueue || imported(u) {
				out.add(sym)
			}
			users[u] = append(users[u], sym)
		}
	}
	return out.from(func(sym symbol.Name) []symbol.Name { return users[sym] })
}
