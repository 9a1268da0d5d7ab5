package model

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
)

// creators returns the functions of a package that can create a controller, as far
// as calls and mentions by name tell. Imported reports the same of the functions
// of its imports.
func creators(pkg *code.Package, imported func(sym string) bool, importedMethods map[string]bool) map[string]bool {
	users := make(map[string][]string)   // symbol -> functions that mention it
	callers := make(map[string][]string) // name -> functions that call an interface's method of that name
	out := make(map[string]bool)
	var work []string
	add := func(sym string) {
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
			name := code.MethodName(u)
			if imported(u) || importedMethods[name] && code.IsMethod(u) {
				add(sym)
			}
			users[u] = append(users[u], sym)
			if code.IsMethod(u) {
				callers[name] = append(callers[name], sym)
			}
		}
		for _, t := range f.Yields {
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
		if code.IsMethod(sym) {
			for _, user := range callers[code.MethodName(sym)] {
				add(user)
			}
		}
		if o := code.Outermost(sym); o != sym {
			add(o)
		}
	}
	return out
}
