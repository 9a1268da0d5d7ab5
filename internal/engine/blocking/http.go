package blocking

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// unbounded reports whether a call sends a request over HTTP that neither a client's time-out nor its own context bounds: sleeping, http.
func (w *walker) unbounded(c *ast.CallExpr, fn *types.Func, sym symbol.Name) bool {
	switch {
	case !known.Responds(fn):
		return false
	case !sym.IsMethod():
		return known.OverHTTP(sym)
	case sym.Last() == "Do" && (!syntax.Any(w.decl.Node(), func(call *ast.CallExpr) bool {
		return calls(w.info, call, "net/http.NewRequest", "net/http.NewRequestWithContext")
	}) || syntax.Any(w.decl.Node(), w.bounds)):
		return false
	}
	client, _ := syntax.Selected(c.Fun)
	return w.isPlain(client)
}

// bounds reports whether a call gives a request a context that may end. One that the function is handed is as long as its callers say.
func (w *walker) bounds(call *ast.CallExpr) bool {
	if !calls(w.info, call, "net/http.NewRequestWithContext", "net/http.Request.WithContext") {
		return false
	}
	if v := syntax.Var(w.info, call.Args[0]); w.parameter(v) >= 0 {
		return w.given(v) != nil
	}
	ctx, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	return !ok || !calls(w.info, ctx, "context.Background", "context.TODO")
}

// isPlain reports whether a client is one that waits for ever, as far as the package says what it is.
func (w *walker) isPlain(client ast.Expr) bool {
	plain := func(e ast.Expr) bool {
		if obj := syntax.Object(w.info, e); obj != nil && obj.Pkg() != nil {
			return obj.Pkg().Path() == "net/http" // its DefaultClient
		}
		lit, ok := syntax.Address(e).(*ast.CompositeLit)
		return ok && symbol.OfType(w.info.TypeOf(lit)) == "net/http.Client" && !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
			field, named := e.(*ast.KeyValueExpr)
			return !named || !syntax.Is(field.Key, "Transport") || !w.each(field.Value, waits)
		})
	}
	return w.each(client, plain)
}

// waits reports whether a transport is written down, and no time-out with it.
func waits(transport ast.Expr) bool {
	lit, ok := syntax.Address(transport).(*ast.CompositeLit)
	return ok && strings.HasSuffix(types.ExprString(lit.Type), "http.Transport") && !syntax.Any(lit, func(field *ast.KeyValueExpr) bool {
		name := types.ExprString(field.Key)
		return strings.Contains(name, "Timeout") || strings.Contains(name, "Dial")
	})
}

// each reports whether something holds of an expression, or of all that the package gives the variable that it is.
func (w *walker) each(e ast.Expr, holds func(ast.Expr) bool) bool {
	if v, ok := syntax.Object(w.info, e).(*types.Var); ok && !holds(e) {
		made, all := syntax.Values(w.g.pass, v)
		return all && len(made) > 0 && !slices.ContainsFunc(made, func(e ast.Expr) bool { return !holds(e) })
	}
	return holds(e)
}
