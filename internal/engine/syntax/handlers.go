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
			return FieldValues(n)
		}
	case *ast.CallExpr:
		if name := CalledName(info, n); name.In(known.ControllerRuntime+"/pkg/handler") &&
			strings.HasSuffix(name.Last(), "FromMapFunc") && len(n.Args) > 0 {
			list = append(list, n.Args[0])
		}
	}
	return list
}

// FieldValues returns the values of a literal's fields, as far as these are named.
func FieldValues(lit *ast.CompositeLit) (list []ast.Expr) {
	for _, elt := range lit.Elts {
		if field, ok := elt.(*ast.KeyValueExpr); ok {
			list = append(list, field.Value)
		}
	}
	return list
}
