package syntax

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Handlers returns the functions in a node that are called for events.
func Handlers(info *types.Info, n ast.Node) (list []ast.Expr) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		t := info.TypeOf(n)
		if p, ok := t.(*types.Pointer); ok { // an element of a list of those
			t = p.Elem()
		}
		if known.HoldsHandlers(symbol.OfType(t)) {
			for _, elt := range n.Elts {
				if field, ok := elt.(*ast.KeyValueExpr); ok {
					list = append(list, field.Value)
				}
			}
		}
	case *ast.CallExpr:
		if name := CalledName(info, n); name.In(known.ControllerRuntime+"/pkg/handler") &&
			strings.HasSuffix(name.Last(), "FromMapFunc") && len(n.Args) > 0 {
			list = append(list, n.Args[0])
		}
	}
	return list
}
