package selfwake

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
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
			if syntax.TellsError(p.info, n.Cond) {
				found = found || n.Else != nil && p.leaves(n.Else)
				return false
			}
		case *ast.ReturnStmt:
			found = found || !syntax.Fails(p.info, n)
		}
		return !found
	})
	return found
}

// passes reports whether a condition under which a function ends says nothing of whether what it writes is there already: it is about an
// error, about the object being deleted or kept from that by a finalizer, or about what its users ask for. What compares times may end the
// pass that the write brings.
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
			t := code.TypeName(v.Type())
			about = about || t == code.TypeName(object.Type()) || basic && b.Info()&types.IsBoolean != 0 ||
				t != nil && (t.Name() == "Time" || t.Name() == "Duration")
		case *ast.CallExpr:
			if namesDeletion(types.ExprString(n.Fun)) {
				return false
			}
		}
		return !about
	})
	return !about
}

// asked reports whether a part of the spec is what users ask for: the package never sets a field of its name.
func (p *program) asked(e *ast.SelectorExpr) bool {
	if p.set == nil {
		p.set = make(map[string]bool)
		for _, decl := range p.decls {
			for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
				for _, to := range assign.Lhs {
					_, field := syntax.Selected(to)
					p.set[field] = true
				}
			}
		}
	}
	return e.Sel.Name != "Spec" && !p.set[e.Sel.Name] && !p.set["Spec"]
}

// objects returns the variables of a function into which it reads an object of a type, by a key that holds.
func (p *program) objects(decl *ast.FuncDecl, isType func(*types.TypeName) bool, isKey func(ast.Expr) bool) []*types.Var {
	var list []*types.Var
	for call := range syntax.All[*ast.CallExpr](decl.Body) {
		if _, name := syntax.Selected(call.Fun); name != "Get" || len(call.Args) < 3 || !isKey(call.Args[1]) {
			continue
		}
		if v := p.variable(call.Args[2]); v != nil && isType(code.TypeName(v.Type())) && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// ofRequest reports whether a key is that of a request.
func ofRequest(key ast.Expr) bool {
	_, name := syntax.Selected(key)
	return name == "NamespacedName"
}

// namesDeletion reports whether a name says that what it is of has to do with the deletion of an object.
func namesDeletion(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "delet") || strings.Contains(name, "finaliz")
}
