package events

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// sends looks at a send that need not come to pass, on a channel without room. The channel carries no more than that something is to be
// done.
func (p *program) sends(s *ast.SelectStmt) {
	if len(s.Body.List) != 2 {
		return
	}
	var send *ast.SendStmt
	var otherwise *ast.CommClause
	for _, stmt := range s.Body.List {
		clause := stmt.(*ast.CommClause)
		if sent, ok := clause.Comm.(*ast.SendStmt); ok {
			send = sent
		} else if clause.Comm == nil {
			otherwise = clause
		}
	}
	if send == nil || otherwise == nil || len(otherwise.Body) > 0 {
		return
	}
	v := syntax.Var(p.info, send.Chan)
	if sel, ok := ast.Unparen(send.Chan).(*ast.SelectorExpr); ok {
		v, _ = p.info.ObjectOf(sel.Sel).(*types.Var)
	}
	if v != nil && v.Pkg() == p.pass.Pkg && !v.Exported() && p.signals(v) && p.unbuffered(v) {
		p.result.Events = append(p.result.Events, Lost{Pos: send.Pos(), Text: syntax.Written(p.pass, send.Chan), Unheard: true})
	}
}

// signals reports whether a channel carries no values.
func (p *program) signals(v *types.Var) bool {
	c, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := c.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// unbuffered reports whether a field or a variable is given channels without room, and nothing else.
func (p *program) unbuffered(v *types.Var) bool {
	made := 0
	for at := range syntax.Preorder(p.pass, (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil),
		(*ast.CompositeLit)(nil)) {
		var to, values []ast.Expr
		switch n := at.Node().(type) {
		case *ast.KeyValueExpr:
			to, values = []ast.Expr{n.Key}, []ast.Expr{n.Value}
		case *ast.AssignStmt:
			to, values = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			for _, name := range n.Names {
				to = append(to, name)
			}
			values = n.Values
		case *ast.CompositeLit:
			if len(n.Elts) > 0 && !slices.ContainsFunc(n.Elts, func(e ast.Expr) bool { _, keyed := e.(*ast.KeyValueExpr); return keyed }) &&
				p.hasField(n, v) {
				return false
			}
		}
		for i, e := range to {
			if !p.is(e, v) || len(values) == 0 {
				continue
			}
			if len(to) != len(values) || !p.makesUnbuffered(values[i]) {
				return false
			}
			made++
		}
	}
	return made > 0
}

// is reports whether an expression names a variable.
func (p *program) is(e ast.Expr, v *types.Var) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.info.ObjectOf(e) == v
	case *ast.SelectorExpr:
		return p.info.ObjectOf(e.Sel) == v
	}
	return false
}

// makesUnbuffered reports whether an expression makes a channel without room.
func (p *program) makesUnbuffered(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && syntax.Is(call.Fun, "make") && len(call.Args) == 1
}

// hasField reports whether a literal is of a struct with a field.
func (p *program) hasField(lit *ast.CompositeLit, v *types.Var) bool {
	s, ok := p.info.TypeOf(lit).Underlying().(*types.Struct)
	if !ok || !v.IsField() {
		return false
	}
	for f := range s.Fields() {
		if f == v {
			return true
		}
	}
	return false
}
