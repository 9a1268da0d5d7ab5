package blocking

import (
	"go/ast"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// unbounded reports whether a call sends a request over HTTP that neither a client's time-out nor a context bounds: sleeping, http.
func (w *walker) unbounded(c *ast.CallExpr, sym symbol.Name) bool {
	asks := func(names ...symbol.Name) bool {
		return syntax.Any(w.decl.Node(), func(call *ast.CallExpr) bool { return calls(w.info, call, names...) })
	}
	switch sym {
	case "net/http.Get", "net/http.Head", "net/http.Post", "net/http.PostForm":
		return true
	case "net/http.Client.Do":
		if !asks("net/http.NewRequest") || asks("net/http.NewRequestWithContext", "net/http.Request.WithContext") {
			return false
		}
	case "net/http.Client.Get", "net/http.Client.Head", "net/http.Client.Post", "net/http.Client.PostForm":
	default:
		return false
	}
	client, _ := syntax.Selected(c.Fun)
	return w.isPlain(client)
}

// isPlain reports whether a client is one that waits for ever, as far as the package says what it is.
func (w *walker) isPlain(client ast.Expr) bool {
	v := syntax.Object(w.info, client)
	if v == nil || v.Pkg() == nil || v.Pkg().Path() == "net/http" {
		return v != nil
	}
	made, plain := 0, true
	is := func(to, value ast.Expr) {
		if of, field := syntax.Selected(to); field == "Timeout" && symbol.OfType(code.Deref(w.info.TypeOf(of))) == "net/http.Client" {
			plain = false
		}
		if syntax.Object(w.info, to) == v {
			lit, ok := syntax.Address(value).(*ast.CompositeLit)
			made, plain = made+1, plain && ok && len(lit.Elts) == 0
		}
	}
	for at := range syntax.Preorder(w.g.pass, (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := at.Node().(type) {
		case *ast.KeyValueExpr:
			is(n.Key, n.Value)
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				is(to, n.Rhs[min(i, len(n.Rhs)-1)])
			}
		case *ast.ValueSpec:
			for i, to := range n.Names {
				if len(n.Values) > 0 {
					is(to, n.Values[min(i, len(n.Values)-1)])
				}
			}
		}
	}
	return made > 0 && plain
}
