package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

const meta = "k8s.io/apimachinery/pkg/apis/meta/v1"

// fresh reports whether an expression holds the time, in a function of the package: it is the time, a literal or a variable
// that has it, or what a function of the package makes of it that compares nothing.
func (p *program) fresh(decl *ast.FuncDecl, e ast.Expr, depth int) bool {
	if depth > 8 {
		return false
	}
	within := func(e ast.Expr) bool { return p.fresh(decl, e, depth+1) }
	switch e := syntax.Address(e).(type) {
	case *ast.Ident:
		v := syntax.Var(p.info, e)
		return v != nil && v.Parent() != p.pass.Pkg.Scope() && p.holdsTime(decl, v, within)
	case *ast.KeyValueExpr:
		return within(e.Value)
	case *ast.CompositeLit:
		return slices.ContainsFunc(e.Elts, within)
	case *ast.CallExpr:
		switch syntax.CalledName(p.info, e) {
		case "time.Now", meta + ".Now":
			return true
		case meta + ".NewTime":
			return within(e.Args[0])
		}
		if syntax.Is(e.Fun, "append") { // applied
			return slices.ContainsFunc(e.Args, within)
		}
		if of, name := syntax.Selected(e.Fun); name == "UTC" {
			return within(of)
		}
		return p.makesFresh(e, within, depth)
	}
	return false
}

// holdsTime reports whether a function gives a variable the time on each pass, or sets a time of its to that, and never to another. guards.
func (p *program) holdsTime(decl *ast.FuncDecl, v *types.Var, fresh func(ast.Expr) bool) bool {
	value := syntax.OnlyGiven(p.pass, v)
	holds := value != nil && fresh(value)
	for s := range syntax.All[*ast.AssignStmt](decl.Body) {
		to, value := syntax.Assigned(s)
		switch of, field := syntax.Selected(to); {
		case to != nil && syntax.Var(p.info, to) == v, of != nil && syntax.Var(p.info, of) == v && strings.Contains(field, "Time"):
			is := fresh(value)
			if of != nil && !is {
				return false
			}
			holds = holds || is && slices.Contains(decl.Body.List, ast.Stmt(s))
		}
	}
	return holds
}

// makesFresh reports whether a function of the package returns the time, or what it is handed with the time in it. One that compares what
// it finds there may leave the time as it was.
func (p *program) makesFresh(call *ast.CallExpr, fresh func(ast.Expr) bool, depth int) bool {
	fn := syntax.Called(p.info, call)
	if fn == nil {
		return false
	}
	decl := p.decls[fn.Origin()]
	if decl == nil {
		return fn.Pkg() != nil && fn.Pkg() != p.pass.Pkg && p.ofNow(fn)
	}
	return !p.compares(decl) && (slices.ContainsFunc(call.Args, fresh) || p.returnsFresh(decl, depth))
}

// returnsFresh reports whether a function returns what holds the time.
func (p *program) returnsFresh(callee *ast.FuncDecl, depth int) bool {
	returns := slices.Collect(syntax.All[*ast.ReturnStmt](callee.Body))
	return len(returns) == 1 && len(returns[0].Results) == 1 && p.fresh(callee, returns[0].Results[0], depth+1)
}

// compares reports whether a function compares more than types of conditions, numbers and lengths.
func (p *program) compares(decl *ast.FuncDecl) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.EQL && n.Op != token.NEQ {
				return false
			}
			_, name := syntax.Selected(n.X)
			return !(name == "Type" || syntax.Is(n.Y, "nil") || p.isNumber(n.X) && p.isNumber(n.Y))
		case *ast.CallExpr:
			name := syntax.CalledName(p.info, n).Last()
			return name == "DeepEqual" || name == "Equal" || name == "SetStatusCondition"
		}
		return false
	})
}

// isNumber reports whether an expression is a number in a variable or a constant: such say what a status is to be, and not what it was.
func (p *program) isNumber(e ast.Expr) bool {
	if _, field := ast.Unparen(e).(*ast.SelectorExpr); field {
		return false
	}
	b, ok := p.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
