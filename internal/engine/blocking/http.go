package blocking

import (
	"go/ast"
	"go/types"
	"slices"

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
	plain := func(e ast.Expr) bool {
		if obj := syntax.Object(w.info, e); obj != nil && obj.Pkg() != nil {
			return obj.Pkg().Path() == "net/http" // its DefaultClient
		}
		lit, ok := syntax.Address(e).(*ast.CompositeLit)
		return ok && len(lit.Elts) == 0
	}
	if v, ok := syntax.Object(w.info, client).(*types.Var); ok && !plain(client) {
		made, all := syntax.Values(w.g.pass, v)
		return all && len(made) > 0 && !slices.ContainsFunc(made, func(e ast.Expr) bool { return !plain(e) })
	}
	return plain(client)
}
