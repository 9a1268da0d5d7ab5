package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A memory is what outlives a pass, as a statement writes it: an entry of a map or a set, a field or a variable of the package.
type memory struct {
	whole, key string     // as they are written; no key for a field
	value      string     // what it is set to
	of         *types.Var // that holds it
}

// findRemembered finds what is remembered as done before the request that does it: where that fails, the retry finds it and leaves the
// request out. A branch asks for it around these statements, or leaves before them. losterrors/remembered.go.
func (f *function) findRemembered(outer *ast.IfStmt, list []ast.Stmt, result *Result) {
	for i, s := range list {
		m := f.remembers(s)
		if m == nil || f.explainedIn(s.Pos(), s.Pos()) ||
			!(outer != nil && f.asksMemory(outer, m)) && !slices.ContainsFunc(list[:i], func(before ast.Stmt) bool {
				branch, ok := before.(*ast.IfStmt)
				return ok && leaves(branch.Body) && f.asksMemory(branch, m)
			}) || f.takesBack(m, s) {
			continue
		}
		written := !known.IsObject(m.of.Type()) // else its object is yet to be
		for _, t := range f.testsIn(list) {
			if t.at <= i || f.source(t.call) == local || !f.handsBack(t) {
				continue
			}
			if written {
				result.Errors = append(result.Errors, Error{Pos: s.Pos(), Call: f.written(t.call), How: Remembered, Other: m.whole, Noted: true})
				break
			}
			written = slices.ContainsFunc(t.call.Args, func(arg ast.Expr) bool { return f.mentions(arg, m.of) })
		}
	}
}

// remembers returns what a statement writes that outlives the pass, nil for none.
func (f *function) remembers(s ast.Stmt) *memory {
	whole, value := syntax.Assigned(s)
	var key ast.Expr
	if at, ok := whole.(*ast.IndexExpr); ok {
		whole, key = at.X, at.Index
	} else if stmt, ok := s.(*ast.ExprStmt); ok {
		call, ok := stmt.X.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return nil
		}
		of, name := syntax.Selected(call.Fun)
		if of == nil || name != "Insert" && name != "Store" {
			return nil
		}
		whole, key, value = of, call.Args[0], call.Args[len(call.Args)-1]
	} else if whole == nil || !syntax.Is(value, "true") && f.info.Types[value].Value == nil && syntax.Var(f.info, value) == nil {
		return nil
	}
	if key != nil && f.isEmpty(value, s.Pos()) {
		return nil
	}
	m := &memory{whole: types.ExprString(whole), value: types.ExprString(value), of: f.keeper(whole)}
	if key != nil {
		m.key = types.ExprString(key)
	}
	if m.of == nil || strings.Contains(m.value, m.whole) {
		return nil
	}
	return m
}

// keeper returns the variable that holds what outlives the pass: one of the package, the receiver, or an object of the API. It returns nil
// for anything else.
func (f *function) keeper(e ast.Expr) *types.Var {
	if v, _ := syntax.Object(f.info, e).(*types.Var); v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v
	}
	switch of := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if v, _ := syntax.Object(f.info, of).(*types.Var); v != nil && !v.Embedded() && known.IsObject(v.Type()) { // losterrors, oneOf
			return v
		}
		return f.keeper(of.X)
	case *ast.Ident:
		if v := syntax.Var(f.info, of); v != nil && (v == f.sig.Recv() || known.IsObject(v.Type())) {
			return v
		}
	}
	return nil
}

// asksMemory reports whether a branch is taken for what is remembered, or for what was read of it before.
func (f *function) asksMemory(branch *ast.IfStmt, m *memory) bool {
	if m.key == "" && m.value != "true" {
		cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
		return ok && (types.ExprString(cond.X) == m.whole && types.ExprString(cond.Y) == m.value ||
			types.ExprString(cond.Y) == m.whole && types.ExprString(cond.X) == m.value)
	}
	if m.reads(branch.Init) || m.reads(branch.Cond) {
		return !known.IsObject(m.of.Type()) || syntax.Any(branch.Cond, func(both *ast.BinaryExpr) bool {
			return m.reads(both.X) && types.ExprString(both.Y) == m.value
		})
	}
	return syntax.Any(f.decl.Body, func(assign *ast.AssignStmt) bool {
		return assign.Pos() < branch.Pos() && m.reads(assign.Rhs[0]) && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool {
			v := syntax.Var(f.info, to)
			return v != nil && f.mentions(branch.Cond, v)
		})
	})
}

// reads reports whether a node reads what is remembered.
func (m *memory) reads(n ast.Node) bool {
	if n == nil {
		return false
	}
	return syntax.Any(n, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.IndexExpr:
			return m.key != "" && types.ExprString(e.X) == m.whole && types.ExprString(e.Index) == m.key
		case *ast.CallExpr:
			of, name := syntax.Selected(e.Fun)
			return of != nil && (name == "Has" || name == "Load") && len(e.Args) == 1 && types.ExprString(of) == m.whole &&
				types.ExprString(e.Args[0]) == m.key
		}
		return m.key == "" && types.ExprString(e) == m.whole
	})
}

// takesBack reports whether the function does more with what is remembered, once it has written it or in what it defers: it may take it
// back.
func (f *function) takesBack(m *memory, once ast.Stmt) bool {
	later := slices.Collect(syntax.All[*ast.FuncLit](f.decl.Body))
	return syntax.Any(f.decl.Body, func(n ast.Node) bool {
		if n.Pos() < once.Pos() && !slices.ContainsFunc(later, func(lit *ast.FuncLit) bool { return syntax.Within(lit, n) }) {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			return n != once && slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
				at, ok := to.(*ast.IndexExpr)
				return ok && m.reads(at) || m.key == "" && types.ExprString(to) == m.whole
			})
		case *ast.CallExpr:
			of, name := syntax.Selected(n.Fun)
			return syntax.Is(n.Fun, "delete") && types.ExprString(n.Args[0]) == m.whole ||
				of != nil && (name == "Delete" || name == "Remove") && types.ExprString(of) == m.whole
		case *ast.UnaryExpr: // its address
			return n.Op == token.AND && types.ExprString(n.X) == m.whole
		}
		return false
	})
}
