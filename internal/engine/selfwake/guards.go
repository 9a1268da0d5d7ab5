package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// leaves reports whether a statement can end the function on a pass that succeeds. It does not where that is for an error.
func (p *program) leaves(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if p.failed(n.Cond) {
				found = found || n.Else != nil && p.leaves(n.Else)
				return false
			}
		case *ast.ReturnStmt:
			found = found || !p.fails(n)
		}
		return !found
	})
	return found
}

// failed reports whether a condition says that there is an error.
func (p *program) failed(cond ast.Expr) bool {
	is, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if is.Op == token.LAND {
		return p.failed(is.X) || p.failed(is.Y)
	}
	return is.Op == token.NEQ && syntax.Is(is.Y, "nil") && syntax.IsError(p.info.TypeOf(is.X))
}

// fails reports whether a return hands on an error that is made there.
func (p *program) fails(ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return false
	}
	call, ok := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
	if !ok {
		return false
	}
	name := syntax.CalledName(p.info, call)
	return name == "fmt.Errorf" || name == "errors.New"
}

// passes reports whether a condition under which a function ends says nothing of whether what it writes is there already: it is about an
// error, about the object being deleted or kept from that by a finalizer, or about what its users ask for.
func (p *program) passes(cond ast.Expr, object *types.Var) bool {
	about := false
	ast.Inspect(cond, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if strings.Contains(n.Sel.Name, "Deletion") || strings.Contains(n.Sel.Name, "Finalizers") {
				return false
			}
			if p.partOf(n, object, "Spec") && !p.partOf(n, object, "Status") {
				about = about || !p.asked(n)
				return false
			}
		case *ast.Ident:
			v, ok := p.info.ObjectOf(n).(*types.Var)
			if !ok || v.IsField() || namesDeletion(n.Name) {
				return true
			}
			b, basic := v.Type().Underlying().(*types.Basic)
			about = about || p.isOf(v, object) || basic && b.Info()&types.IsBoolean != 0
		case *ast.CallExpr:
			if namesDeletion(types.ExprString(n.Fun)) {
				return false
			}
		}
		return !about
	})
	return !about
}

// isOf reports whether a variable is the object, another one of its kind, or a status of that kind.
func (p *program) isOf(v, object *types.Var) bool {
	if v == object {
		return true
	}
	of, kind := named(v.Type()), named(object.Type())
	if of == nil || kind == nil {
		return false
	}
	if of == kind {
		return true
	}
	st, ok := kind.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == "Status" && named(f.Type()) == of {
			return true
		}
	}
	return false
}

// asked reports whether a part of the spec is what users ask for: the package never sets a field of its name.
func (p *program) asked(e *ast.SelectorExpr) bool {
	if p.set == nil {
		p.set = make(map[string]bool)
		for _, decl := range p.decls {
			for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
				for _, to := range assign.Lhs {
					if sel, ok := ast.Unparen(to).(*ast.SelectorExpr); ok {
						p.set[sel.Sel.Name] = true
					}
				}
			}
		}
	}
	return e.Sel.Name != "Spec" && !p.set[e.Sel.Name] && !p.set["Spec"]
}

// readAgain returns the variables into which a function reads an object again.
func (p *program) readAgain(decl *ast.FuncDecl, object *types.Var) []*types.Var {
	var list []*types.Var
	for call := range syntax.All[*ast.CallExpr](decl.Body) {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Get" || len(call.Args) < 3 || !syntax.Mentions(p.info, call.Args[1], object) {
			continue
		}
		if v := p.variable(call.Args[2]); v != nil && v != object && named(v.Type()) == named(object.Type()) {
			list = append(list, v)
		}
	}
	return list
}
