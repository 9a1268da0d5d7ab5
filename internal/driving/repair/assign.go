package repair

import (
	"go/ast"
	"go/token"
	"go/types"
)

// assign repairs an assignment or a definition.
func (w *walk) assign(s *ast.AssignStmt) ast.Stmt {
	switch {
	case s.Tok != token.ASSIGN && s.Tok != token.DEFINE:
		return w.assignOp(s)
	case len(s.Lhs) == len(s.Rhs):
		return w.assignEach(s)
	case len(s.Rhs) == 1:
		return w.assignMany(s)
	}
	return s // so many values for so many variables there are not
}

// target repairs a left-hand side in place and returns the type that is assigned to it. A
// new variable is of that type.
func (w *walk) target(l ast.Expr) types.Type {
	id, ok := l.(*ast.Ident)
	if !ok {
		return w.typeOf(l)
	}
	if id.Name == "_" {
		return unresolved
	}
	return types.Default(w.typeOf(id))
}

// assignable reports whether a left-hand side will stand as it is.
func (w *walk) isTarget(l ast.Expr) bool {
	switch l := ast.Unparen(l).(type) {
	case *ast.Ident:
		if l.Name == "_" {
			return true
		}
		_, isVar := w.Info.ObjectOf(l).(*types.Var)
		return isVar
	case *ast.IndexExpr:
		if _, isMap := w.typeOf(l.X).Underlying().(*types.Map); isMap {
			return w.Info.TypeOf(l) != nil
		}
	}
	tv, ok := w.Info.Types[l]
	return ok && tv.Addressable()
}

func blank(at ast.Node) *ast.Ident { return &ast.Ident{NamePos: at.Pos(), Name: "_"} }

func (w *walk) assignEach(s *ast.AssignStmt) ast.Stmt {
	for i, l := range s.Lhs {
		if w.isTarget(l) {
			if _, ok := l.(*ast.Ident); !ok {
				s.Lhs[i] = w.expr(l, nil)
			}
			s.Rhs[i] = w.expr(s.Rhs[i], w.target(l))
			continue
		}
		s.Lhs[i] = blank(l)
		s.Rhs[i] = w.standIn(s, nil, append([]ast.Expr{w.lvalue(l)}, w.operands(s.Rhs[i])...)...)
	}
	return s
}

// assignMany repairs an assignment of the several results of one expression.
func (w *walk) assignMany(s *ast.AssignStmt) ast.Stmt {
	list, want := make([]types.Type, len(s.Lhs)), make([]types.Type, len(s.Lhs))
	all := true
	var bases []ast.Expr
	for i, l := range s.Lhs {
		if !w.isTarget(l) {
			all = false
			if b := w.lvalue(l); b != nil {
				bases = append(bases, b)
			}
			s.Lhs[i] = blank(l)
			list[i] = unresolved
			continue
		}
		id, isName := l.(*ast.Ident)
		if !isName {
			s.Lhs[i] = w.expr(l, nil)
		}
		list[i] = w.target(l)
		if !isName || id.Name != "_" && (s.Tok != token.DEFINE || w.Info.Defs[id] == nil) { // others take any type
			want[i] = list[i]
		}
	}
	rhs := ast.Unparen(s.Rhs[0])
	results, several := w.Info.TypeOf(rhs).(*types.Tuple)
	stays := all && (several && fits(results, want) || !several && len(list) == 2 && w.commaOK(rhs))
	x := w.expr(s.Rhs[0], nil)
	switch {
	case isStandIn(x) && !(several && isStandIn(rhs)):
		s.Rhs = w.values(s, list, append(bases, x.(*ast.CallExpr).Args...))
	case stays:
		s.Rhs[0] = x
	case several:
		s.Rhs = w.values(s, list, []ast.Expr{x})
	default:
		s.Rhs = w.values(s, list, append(bases, x))
	}
	return s
}

// fits reports whether several results can be assigned to as many of some types, of which nil takes any.
func fits(results *types.Tuple, want []types.Type) bool {
	if results.Len() != len(want) {
		return false
	}
	for i, t := range want {
		if t != nil && !assignable(repaired(results.At(i).Type()), t) {
			return false
		}
	}
	return true
}

// commaOK reports whether an expression also says whether there is a value.
func (w *walk) commaOK(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.IndexExpr:
		_, ok := w.typeOf(e.X).Underlying().(*types.Map)
		return ok
	case *ast.TypeAssertExpr:
		return true
	}
	return false
}

// assignOp repairs x op= y.
func (w *walk) assignOp(s *ast.AssignStmt) ast.Stmt {
	l, r := s.Lhs[0], s.Rhs[0]
	if !w.isTarget(l) || isUnknown(w.typeOf(l)) || isUnknown(w.typeOf(r)) {
		return &ast.ExprStmt{X: w.standIn(s, nil, append([]ast.Expr{w.lvalue(l)}, w.operands(r)...)...)}
	}
	s.Lhs[0], s.Rhs[0] = w.expr(l, nil), w.expr(r, w.keep(r))
	return s
}

// valueSpec repairs the definition of variables.
func (w *walk) valueSpec(s *ast.ValueSpec) {
	var want types.Type
	if s.Type != nil {
		s.Type = w.typ(s.Type)
		want = repaired(w.Info.TypeOf(s.Names[0]))
	}
	list := make([]types.Type, len(s.Names))
	for i, name := range s.Names {
		list[i] = types.Default(w.typeOf(name))
	}
	switch {
	case len(s.Values) == 0:
		if s.Type != nil && isUnknown(want) {
			// The zero value of an unknown type is not known to be nil.
			for _, name := range s.Names {
				s.Values = append(s.Values, w.standIn(name, nil))
			}
		}
	case len(s.Values) == len(s.Names):
		for i, v := range s.Values {
			s.Values[i] = w.expr(v, want)
		}
	case len(s.Values) == 1:
		as := &ast.AssignStmt{Tok: token.DEFINE, TokPos: s.Pos(), Rhs: s.Values}
		for _, name := range s.Names {
			as.Lhs = append(as.Lhs, name)
		}
		w.assignMany(as)
		s.Values = as.Rhs
	}
}
