package lost

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// byGeneration reports whether the reconciler's set-up has a predicate that lets an update of its own kind pass only if the generation has
// changed.
func (f *function) byGeneration() bool {
	return f.inSetUp(func(d ast.Decl) bool {
		return syntax.Any(d, func(id *ast.Ident) bool {
			obj := f.info.Uses[id]
			return strings.HasSuffix(id.Name, "GenerationChangedPredicate") && obj != nil &&
				symbol.Of(obj).In(known.ControllerRuntime+"/pkg/predicate") && !syntax.Any(d, func(call *ast.CallExpr) bool {
				_, name := syntax.Selected(call.Fun) // of another kind: losterrors/filtered, foreign
				return (begins(name, "Watches") || name == "Owns") && call.Lparen < id.Pos() && id.Pos() < call.Rparen
			})
		})
	})
}

// polled reports whether the reconciler's set-up has a source of requests that is of no type of controller-runtime's: it may bring objects
// back by the clock. losterrors/filtered.
func (f *function) polled() bool {
	return f.inSetUp(func(d ast.Decl) bool {
		return syntax.Any(d, func(call *ast.CallExpr) bool {
			_, name := syntax.Selected(call.Fun)
			return name == "WatchesRawSource" && len(call.Args) > 0 &&
				!symbol.OfType(code.Deref(f.info.TypeOf(call.Args[0]))).In(known.ControllerRuntime+"/pkg/source")
		})
	})
}

// inSetUp reports whether something holds of a declaration of the package that may set up the reconciler: no method of another type, which
// sets up others.
func (f *function) inSetUp(holds func(ast.Decl) bool) bool {
	return slices.ContainsFunc(f.pass.Files, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
			setup, ok := d.(*ast.FuncDecl)
			other := ok && setup.Recv != nil && f.decl.Recv != nil &&
				!types.Identical(f.info.TypeOf(setup.Recv.List[0].Type), f.info.TypeOf(f.decl.Recv.List[0].Type))
			return !other && holds(d)
		})
	})
}
