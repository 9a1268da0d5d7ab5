package selfwake

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// fresh reports whether an expression holds the time, in a function of the package: it is the time, a literal or a variable that has it, or
// what a function of the package makes of it that compares nothing.
func (p *program) fresh(decl *ast.FuncDecl, e ast.Expr, depth int) bool {
	if depth > 4 {
		return false
	}
	if p.now(e) {
		return true
	}
	switch e := syntax.Address(e).(type) {
	case *ast.Ident:
		v := syntax.Var(p.info, e)
		if v == nil || v.Parent() == p.pass.Pkg.Scope() {
			return false
		}
		value := syntax.OnlyGiven(p.info, []ast.Node{decl.Body}, v)
		if value == nil {
			return p.appendedFresh(decl, v, depth) || p.stamped(decl, v, depth)
		}
		return p.fresh(decl, value, depth+1) || p.stamped(decl, v, depth)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if p.fresh(decl, elt, depth+1) {
				return true
			}
		}
	case *ast.CallExpr:
		if syntax.CalledName(p.info, e) == "k8s.io/apimachinery/pkg/apis/meta/v1.NewTime" && len(e.Args) == 1 {
			return p.fresh(decl, e.Args[0], depth+1)
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Format" {
			return p.fresh(decl, sel.X, depth+1)
		}
		return p.makesFresh(decl, e, depth)
	}
	return false
}

// nowMicro returns a time whose text has microseconds.
const nowMicro = "k8s.io/apimachinery/pkg/apis/meta/v1.NowMicro"

// fine reports whether an expression with the time in it writes parts of a second down: in a layout that has them, or as a number.
func (p *program) fine(decl *ast.FuncDecl, e ast.Expr) bool {
	if v := syntax.Var(p.info, e); v != nil {
		if value := syntax.OnlyGiven(p.info, []ast.Node{decl.Body}, v); value != nil {
			e = value
		}
	}
	return syntax.Any(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		if syntax.CalledName(p.info, call) == nowMicro {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		switch sel.Sel.Name {
		case "String":
			return len(call.Args) == 0 && p.now(sel.X)
		case "UnixNano", "UnixMicro", "UnixMilli":
			return true
		case "Format":
			return len(call.Args) == 1 && hasParts(p.info.Types[call.Args[0]].Value)
		}
		return false
	})
}

// hasParts reports whether a layout shows parts of a second.
func hasParts(layout constant.Value) bool {
	if layout == nil || layout.Kind() != constant.String {
		return false
	}
	of := func(nanoseconds int64) string { return time.Unix(0, nanoseconds).Format(constant.StringVal(layout)) }
	return of(0) != of(int64(time.Second-1))
}

// stamped reports whether a function sets a field of a variable to the time, on each pass, and never to anything else.
func (p *program) stamped(decl *ast.FuncDecl, v *types.Var, depth int) bool {
	stamps := ""
	for _, s := range decl.Body.List {
		if to, value := p.fieldSet(s, v); to != nil && p.fresh(decl, value, depth+1) {
			stamps = to.Sel.Name
		}
	}
	if stamps == "" {
		return false
	}
	for s := range syntax.All[*ast.AssignStmt](decl.Body) {
		if to, value := p.fieldSet(s, v); to != nil && to.Sel.Name == stamps && !p.fresh(decl, value, depth+1) {
			return false
		}
	}
	return true
}

// fieldSet returns the field of a variable that a statement sets, and what to.
func (p *program) fieldSet(s ast.Stmt, v *types.Var) (*ast.SelectorExpr, ast.Expr) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil, nil
	}
	if sel, ok := ast.Unparen(assign.Lhs[0]).(*ast.SelectorExpr); ok && syntax.Var(p.info, sel.X) == v {
		return sel, assign.Rhs[0]
	}
	return nil, nil
}

// appendedFresh reports whether a function adds what holds the time to a list on each pass.
func (p *program) appendedFresh(decl *ast.FuncDecl, list *types.Var, depth int) bool {
	for _, s := range decl.Body.List {
		assign, ok := s.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || syntax.Var(p.info, assign.Lhs[0]) != list {
			continue
		}
		call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
		if !ok || !syntax.Is(call.Fun, "append") || syntax.Var(p.info, call.Args[0]) != list {
			continue
		}
		for _, elem := range call.Args[1:] {
			if p.fresh(decl, elem, depth+1) {
				return true
			}
		}
	}
	return false
}

// makesFresh reports whether a function of the package returns the time, or what it is handed with the time in it. One that compares what
// it finds there may leave the time as it was.
func (p *program) makesFresh(decl *ast.FuncDecl, call *ast.CallExpr, depth int) bool {
	fn := syntax.Called(p.info, call)
	if fn != nil && fn.Pkg() != nil && fn.Pkg() != p.pass.Pkg {
		return p.ofNow(fn)
	}
	if fn == nil || p.decls[fn.Origin()] == nil || p.compares(p.decls[fn.Origin()]) {
		return false
	}
	for _, arg := range call.Args {
		if p.fresh(decl, arg, depth+1) {
			return true
		}
	}
	return p.returnsFresh(p.decls[fn.Origin()], depth)
}

// returnsFresh reports whether a function returns what holds the time.
func (p *program) returnsFresh(callee *ast.FuncDecl, depth int) bool {
	var returns []*ast.ReturnStmt
	for ret := range syntax.All[*ast.ReturnStmt](callee.Body) {
		returns = append(returns, ret)
	}
	return len(returns) == 1 && len(returns[0].Results) == 1 && p.fresh(callee, returns[0].Results[0], depth+1)
}

// isNumber reports whether an expression is a number in a variable or a constant: such say what a status is to be, and not what it was.
func (p *program) isNumber(e ast.Expr) bool {
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.BasicLit:
		b, ok := p.info.TypeOf(e).Underlying().(*types.Basic)
		return ok && b.Info()&types.IsNumeric != 0
	}
	return false
}

// compares reports whether a function compares more than types of conditions, numbers and lengths.
func (p *program) compares(decl *ast.FuncDecl) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.EQL && n.Op != token.NEQ {
				return false
			}
			sel, ok := ast.Unparen(n.X).(*ast.SelectorExpr)
			return !(ok && sel.Sel.Name == "Type" || syntax.Is(n.Y, "nil") || p.isNumber(n.X) && p.isNumber(n.Y))
		case *ast.CallExpr:
			name := syntax.CalledName(p.info, n).Last()
			return name == "DeepEqual" || name == "Equal" || name == "SetStatusCondition"
		}
		return false
	})
}
