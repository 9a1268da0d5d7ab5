package ssacode

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// handedFunctions names the methods of a package's interfaces that take functions, where a type of the package has a method of that
// name whose code is kept. What such a method is handed is work for a queue that the type makes when it is first needed: frameworks
// register handlers so. Generic types count by the method's name and numbers of parameters, since each has type parameters of its own.
func handedFunctions(pkg *types.Package, kept []*ssa.Function) []symbol.Name {
	type form struct {
		name            string
		params, results int
	}
	of := func(m *types.Func) form {
		return form{m.Name(), m.Signature().Params().Len(), m.Signature().Results().Len()}
	}
	have := make(map[form]bool)
	for _, fn := range kept {
		if m, ok := fn.Object().(*types.Func); ok && m.Signature().Recv() != nil && takesFunction(m.Signature()) {
			have[of(m)] = true
		}
	}
	if len(have) == 0 {
		return nil
	}
	var list []symbol.Name
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || !types.IsInterface(obj.Type()) {
			continue
		}
		for m := range obj.Type().Underlying().(*types.Interface).Methods() {
			if have[of(m)] && m.Pkg() == pkg {
				list = append(list, symbol.Of(m))
			}
		}
	}
	return list
}

// takesFunction reports whether a parameter of a function is a function that can fail, as handlers can.
func takesFunction(sig *types.Signature) bool {
	return syntax.AnyType(sig.Params(), func(t types.Type) bool {
		f, ok := t.Underlying().(*types.Signature)
		return ok && f.Results().Len() > 0
	})
}
