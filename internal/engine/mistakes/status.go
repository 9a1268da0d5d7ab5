package mistakes

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// ofStatus looks at a watch for other objects than the controller's own. Where its predicates let only those updates pass that change the
// generation, no change of a status does, though the package reads that: updates, statuses.
func (p *program) ofStatus(watch *ast.CallExpr) {
	if name := p.builds(watch); name != "Owns" && name != "Watches" || len(watch.Args) < 2 ||
		!slices.ContainsFunc(watch.Args[1:], p.onlyGeneration) {
		return
	}
	of := code.TypeName(p.info.TypeOf(watch.Args[0]))
	if of == nil {
		return
	}
	for at := range syntax.Preorder(p.pass, (*ast.SelectorExpr)(nil)) {
		if sel := at.Node().(*ast.SelectorExpr); sel.Sel.Name == "Status" && code.TypeName(p.info.TypeOf(sel.X)) == of && !isSet(at) {
			p.found(Mistake{Pos: watch.Args[0].Pos(), Kind: StatusUnseen, Text: of.Name(), Expr: sel})
			return
		}
	}
}

// onlyGeneration reports whether an option of a watch, or a predicate, lets only updates pass that change the generation.
func (p *program) onlyGeneration(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		name := syntax.CalledName(p.info, call)
		all := p.builds(call) == "WithPredicates" || name.In(predicates) && name.Last() == "And"
		return all && slices.ContainsFunc(call.Args, p.onlyGeneration)
	}
	t := symbol.OfType(code.Deref(p.info.TypeOf(e)))
	return t.In(predicates) && strings.HasSuffix(string(t.Last()), "GenerationChangedPredicate")
}

const predicates = known.ControllerRuntime + "/pkg/predicate"

// isSet reports whether an expression, or a field of it, is what an assignment sets.
func isSet(at inspector.Cursor) bool {
	for {
		up := at.Parent()
		switch n := up.Node().(type) {
		case *ast.AssignStmt:
			return slices.Contains(n.Lhs, at.Node().(ast.Expr))
		case *ast.SelectorExpr, *ast.IndexExpr:
			at = up
		default:
			return false
		}
	}
}
