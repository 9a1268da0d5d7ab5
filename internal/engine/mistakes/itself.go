package mistakes

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// comparesItself looks at a filter of updates that keeps the new object in two variables and never asks for the old one: what it compares
// is always the same. See testdata unwatched.
func (p *program) comparesItself(sig *types.Signature, body *ast.BlockStmt) {
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 || body == nil {
		return
	}
	event := sig.Params().At(0)
	if !known.UpdateEvent(symbol.OfType(event.Type())) {
		return
	}
	var second ast.Expr
	kept := make(map[types.Type]*types.Var)
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if strings.HasSuffix(n.Sel.Name, "Old") {
				return
			}
		case *ast.AssignStmt:
			of, field := syntax.Selected(asserted(n.Rhs[0]))
			news := of != nil && field == "ObjectNew" && syntax.Var(p.info, of) == event && len(n.Rhs) == 1
			if v := syntax.Var(p.info, n.Lhs[0]); v != nil && news {
				for t, other := range kept { // of another type it is another question
					if other != v && types.Identical(t, v.Type()) && second == nil {
						second = n.Rhs[0]
					}
				}
				kept[v.Type()] = v
			}
		}
	}
	if second != nil {
		p.found(Mistake{Pos: second.Pos(), Kind: Itself, Expr: second})
	}
}

// asserted returns what an assertion is of, or the expression itself.
func asserted(e ast.Expr) ast.Expr {
	if is, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		return is.X
	}
	return e
}

// asksKind looks at a call by which code that is told of an event asks for the kind of its object, to compare it or to look it up: what
// fills objects of Go types leaves their kinds empty. See testdata unwatched.
func (p *program) asksKind(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	meta, name := syntax.Selected(call.Fun)
	of, ok := meta.(*ast.CallExpr)
	if !ok || name != "GroupVersionKind" {
		return
	}
	object, name := syntax.Selected(of.Fun)
	event, field := syntax.Selected(object)
	if event == nil || name != "GetObjectKind" || !strings.HasPrefix(field, "Object") {
		return
	}
	t := known.Untyped(symbol.OfType(p.info.TypeOf(event)))
	if !t.In(known.Event) || t.Last() == "GenericEvent" || p.untypedObjects() { // that of the program's own may have its kind
		return
	}
	kind := at.Parent()
	if sel, ok := kind.Node().(*ast.SelectorExpr); !ok || sel.Sel.Name != "Kind" {
		return
	}
	switch use := kind.Parent().Node().(type) {
	case *ast.BinaryExpr:
		if use.Op != token.EQL && use.Op != token.NEQ || p.info.Types[use.Y].Value == nil || constant.StringVal(p.info.Types[use.Y].Value) == "" {
			return
		}
	case *ast.SwitchStmt, *ast.KeyValueExpr:
	default:
		return
	}
	p.found(Mistake{Pos: call.Pos(), Kind: KindEmpty, Expr: object})
}

// untypedObjects reports whether the package has objects that know their kinds.
func (p *program) untypedObjects() bool {
	return slices.ContainsFunc(p.pass.Files, func(file *ast.File) bool {
		return syntax.Any(file, func(id *ast.Ident) bool {
			return strings.Contains(strings.ToLower(id.Name), "unstructured") || id.Name == "PartialObjectMetadata" || id.Name == "OnlyMetadata"
		})
	})
}
