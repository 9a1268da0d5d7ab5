package blocking

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// registers notes where types are registered in a scheme that all have, such as the manager's: it has no lock, and all that read or write
// an object look into it. One that the function has made just before is none of these. passstate, schemes.
func (w *walker) registers(c *ast.CallExpr) {
	var in []ast.Expr
	if scheme := w.g.registersIn(c); scheme != nil {
		in = append(in, scheme)
	}
	for i, arg := range c.Args {
		if w.g.isScheme(arg) && w.g.servers[nameOfParam(syntax.CalledName(w.info, c), i)] {
			in = append(in, arg)
		}
	}
	for _, e := range in {
		of := e
		if call, ok := e.(*ast.CallExpr); ok {
			of = call.Fun
		}
		if syntax.AnyNow(w.decl.Node(), func(s *ast.AssignStmt) bool {
			to, _ := syntax.Assigned(s)
			return to != nil && s.Pos() < c.Pos() && types.ExprString(to) == types.ExprString(e)
		}) {
			continue
		}
		root, name := w.g.root(of), types.ExprString(e)
		own := root != nil && root.Kind() == types.RecvVar
		if own {
			name = symbol.OfType(code.Deref(root.Type())).Last() + strings.TrimPrefix(name, root.Name())
		}
		if v, ok := syntax.Object(w.info, of).(*types.Var); own || ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			w.note(Wait{What: "scheme " + name, Does: "registers", Shared: true, Repeat: once, Own: own}, c.Pos())
		}
	}
}

// registersIn returns the scheme in which a call itself registers types, nil for none.
func (g *graph) registersIn(c *ast.CallExpr) ast.Expr {
	on, name := syntax.Selected(c.Fun)
	switch {
	case !registering.MatchString(name):
		return nil
	case g.isScheme(on):
		return on
	case len(c.Args) == 1 && g.isScheme(c.Args[0]):
		return c.Args[0]
	}
	return nil
}

// registering matches the names of what registers types in a scheme: that of its methods, of those of its builders, and of the functions
// that packages of types have for it.
var registering = regexp.MustCompile(`^(Add|Install|Register)([A-Z]|$)`)

func (g *graph) isScheme(e ast.Expr) bool {
	if e == nil {
		return false
	}
	t := g.pass.TypesInfo.TypeOf(e)
	return t != nil && isScheme(t)
}

func isScheme(t types.Type) bool {
	return symbol.OfType(code.Deref(t)) == "k8s.io/apimachinery/pkg/runtime.Scheme"
}
