package repair

import (
	"go/ast"
	"go/token"
	"go/types"
)

// stmts repairs the statements of a list in place.
func (w *walk) stmts(list []ast.Stmt) {
	for i, s := range list {
		list[i] = w.stmt(s)
	}
}

// stmt repairs a statement.
func (w *walk) stmt(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.stmts(s.List)
	case *ast.IfStmt:
		s.Init = w.stmt(s.Init)
		s.Cond = w.expr(s.Cond, types.Typ[types.Bool])
		w.stmts(s.Body.List)
		s.Else = w.stmt(s.Else)
	case *ast.ForStmt:
		s.Init, s.Post = w.stmt(s.Init), w.stmt(s.Post)
		if s.Cond != nil {
			s.Cond = w.expr(s.Cond, types.Typ[types.Bool])
		}
		w.stmts(s.Body.List)
	case *ast.RangeStmt:
		w.rangeStmt(s)
	case *ast.SwitchStmt:
		w.switchStmt(s)
	case *ast.TypeSwitchStmt:
		w.typeSwitch(s)
	case *ast.SelectStmt:
		for _, c := range s.Body.List {
			clause := c.(*ast.CommClause)
			clause.Comm = w.stmt(clause.Comm)
			w.stmts(clause.Body)
		}
	case *ast.LabeledStmt:
		s.Stmt = w.stmt(s.Stmt)
	case *ast.DeclStmt:
		w.declare(s.Decl.(*ast.GenDecl))
	default:
		return w.simple(s)
	}
	return s
}

// simple repairs a statement that holds no others.
func (w *walk) simple(s ast.Stmt) ast.Stmt {
	switch s := s.(type) {
	case *ast.ExprStmt:
		s.X = w.expr(s.X, nil)
	case *ast.SendStmt:
		if isUnknown(w.typeOf(s.Chan)) {
			return &ast.ExprStmt{X: w.standIn(s, nil, w.operands(s.Chan, s.Value)...)}
		}
		var elem types.Type
		if c, ok := w.typeOf(s.Chan).Underlying().(*types.Chan); ok {
			elem = c.Elem()
		}
		s.Chan, s.Value = w.expr(s.Chan, w.keep(s.Chan)), w.expr(s.Value, elem)
	case *ast.IncDecStmt:
		if isUnknown(w.typeOf(s.X)) {
			return &ast.ExprStmt{X: w.standIn(s, nil, w.lvalue(s.X))}
		}
		s.X = w.expr(s.X, nil)
	case *ast.GoStmt:
		s.Call = w.expr(s.Call, nil).(*ast.CallExpr)
	case *ast.DeferStmt:
		s.Call = w.expr(s.Call, nil).(*ast.CallExpr)
	case *ast.ReturnStmt:
		return w.returnStmt(s)
	case *ast.AssignStmt:
		return w.assign(s)
	}
	return s
}

func (w *walk) returnStmt(s *ast.ReturnStmt) ast.Stmt {
	want := resultTypes(w.results)
	switch {
	case len(s.Results) == 0: // of named results
	case len(s.Results) == len(want):
		for i, e := range s.Results {
			s.Results[i] = w.expr(e, want[i])
		}
	case w.tuple(s.Results) != nil && fits(w.tuple(s.Results), want):
		s.Results[0] = w.expr(s.Results[0], nil)
	default:
		return w.returnUnknown(s, w.operands(s.Results...)...)
	}
	return s
}

// lvalue returns what an assignment to e may change, as an argument of a stand-in.
func (w *walk) lvalue(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if w.Info.ObjectOf(e) == nil || e.Name == "_" {
			return nil
		}
		return &ast.UnaryExpr{OpPos: e.Pos(), Op: token.AND, X: e}
	case *ast.SelectorExpr:
		return w.base(e.X)
	case *ast.IndexExpr:
		return w.base(e.X)
	case *ast.StarExpr:
		return w.operand(e.X)
	}
	return nil
}

func (w *walk) rangeStmt(s *ast.RangeStmt) {
	if isUnknown(w.typeOf(s.X)) {
		s.X = w.standIn(s.X, types.NewMap(unresolved, unresolved), w.operand(s.X))
	} else {
		s.X = w.expr(s.X, w.keep(s.X))
	}
	w.stmts(s.Body.List)
}

func (w *walk) switchStmt(s *ast.SwitchStmt) {
	s.Init = w.stmt(s.Init)
	var want types.Type = types.Typ[types.Bool]
	if s.Tag != nil {
		want = w.keep(s.Tag)
		if want != nil {
			want = types.Default(want)
		}
		s.Tag = w.expr(s.Tag, want)
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		for i, e := range clause.List {
			if want != nil && isUnknown(w.typeOf(e)) {
				clause.List[i] = w.standIn(e, want, w.operand(e))
			} else {
				clause.List[i] = w.expr(e, nil)
			}
		}
		w.stmts(clause.Body)
	}
}

func (w *walk) typeSwitch(s *ast.TypeSwitchStmt) {
	s.Init = w.stmt(s.Init)
	switch guard := s.Assign.(type) {
	case *ast.ExprStmt:
		guard.X = w.expr(guard.X, nil)
	case *ast.AssignStmt:
		guard.Rhs[0] = w.expr(guard.Rhs[0], nil)
	}
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		for i, e := range clause.List {
			if w.isNil(e) {
				continue
			}
			if isUnknown(repaired(w.Info.TypeOf(e))) {
				w.used = true
				clause.List[i] = w.stands.newCase(e.Pos())
			} else {
				clause.List[i] = w.typ(e)
			}
		}
		w.stmts(clause.Body)
	}
}

// declare repairs what a function declares. One with a constant whose value is not known is given up.
func (w *walk) declare(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			w.typeSpec(spec, expressions)
		case *ast.ValueSpec:
			if d.Tok == token.VAR {
				w.valueSpec(spec)
			}
		}
	}
}
