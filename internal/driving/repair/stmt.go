package repair

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (w *walk) stmts(list []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range list {
		out = append(out, w.stmt(s))
	}
	return out
}

func (w *walk) block(b *ast.BlockStmt) {
	if b != nil {
		b.List = w.stmts(b.List)
	}
}

// stmt repairs a statement.
func (w *walk) stmt(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.block(s)
	case *ast.IfStmt:
		s.Init = w.stmt(s.Init)
		s.Cond = w.expr(s.Cond, types.Typ[types.Bool])
		w.block(s.Body)
		s.Else = w.stmt(s.Else)
	case *ast.ForStmt:
		s.Init, s.Post = w.stmt(s.Init), w.stmt(s.Post)
		if s.Cond != nil {
			s.Cond = w.expr(s.Cond, types.Typ[types.Bool])
		}
		w.block(s.Body)
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
			clause.Body = w.stmts(clause.Body)
		}
	case *ast.LabeledStmt:
		s.Stmt = w.stmt(s.Stmt)
	case *ast.DeclStmt:
		return w.declStmt(s)
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
		s.Call = w.callOnly(s.Call)
	case *ast.DeferStmt:
		s.Call = w.callOnly(s.Call)
	case *ast.ReturnStmt:
		return w.returnStmt(s)
	case *ast.AssignStmt:
		return w.assign(s)
	}
	return s
}

func (w *walk) callOnly(call *ast.CallExpr) *ast.CallExpr {
	out := w.expr(call, nil)
	if c, ok := ast.Unparen(out).(*ast.CallExpr); ok {
		return c
	}
	return w.standIn(call, nil, out).(*ast.CallExpr)
}

func (w *walk) returnStmt(s *ast.ReturnStmt) ast.Stmt {
	want := resultTypes(w.results)
	switch {
	case len(s.Results) == 0:
		if len(want) > 0 && w.errorIn(s.Pos(), s.End()) {
			return w.returnUnknown(s)
		}
	case len(s.Results) == len(want):
		for i, e := range s.Results {
			s.Results[i] = w.expr(e, want[i])
		}
	case w.tuple(s.Results) != nil && fits(w.tuple(s.Results), want):
		s.Results[0] = w.expr(s.Results[0], nil)
	default:
		return w.returnUnknown(s, w.spread(s.Results)...)
	}
	return s
}

// spread returns operands for a stand-in in the place of expressions, of which one may have several results.
func (w *walk) spread(list []ast.Expr) []ast.Expr {
	if w.tuple(list).Len() > 0 {
		return []ast.Expr{w.expr(list[0], nil)}
	}
	return w.operands(list...)
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
	x := w.typeOf(s.X)
	switch {
	case isUnknown(x):
		s.X = w.standIn(s.X, types.NewMap(unresolved, unresolved), w.operand(s.X))
	default:
		s.X = w.expr(s.X, w.keep(s.X))
	}
	w.block(s.Body)
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
		clause.Body = w.stmts(clause.Body)
	}
}

func (w *walk) typeSwitch(s *ast.TypeSwitchStmt) {
	s.Init = w.stmt(s.Init)
	s.Assign = w.typeSwitchGuard(s.Assign)
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
		clause.Body = w.stmts(clause.Body)
	}
}

func (w *walk) typeSwitchGuard(s ast.Stmt) ast.Stmt {
	repair := func(e ast.Expr) {
		if a, ok := e.(*ast.TypeAssertExpr); ok {
			if t := w.typeOf(a.X); !isUnknown(t) && !types.IsInterface(t) {
				a.X = w.standIn(a.X, nil, w.operand(a.X))
			} else {
				a.X = w.expr(a.X, w.keep(a.X))
			}
		}
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		repair(s.X)
	case *ast.AssignStmt:
		repair(s.Rhs[0])
	}
	return s
}

func (w *walk) declStmt(s *ast.DeclStmt) ast.Stmt {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok {
		return s
	}
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			w.typeSpec(spec, expressions)
		case *ast.ValueSpec:
			if d.Tok == token.VAR {
				w.valueSpec(spec)
				continue
			}
			for _, name := range spec.Names {
				if isUnknown(w.typeOf(name)) || w.errorIn(spec.Pos(), spec.End()) {
					return w.constantsToVars(s, d)
				}
			}
		}
	}
	return s
}

// constantsToVars makes variables of a function's constants, of whose values one is not known.
func (w *walk) constantsToVars(s *ast.DeclStmt, d *ast.GenDecl) ast.Stmt {
	vars := &ast.GenDecl{TokPos: d.TokPos, Tok: token.VAR, Lparen: d.Lparen, Rparen: d.Rparen}
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			vars.Specs = append(vars.Specs, w.variable(name))
		}
	}
	s.Decl = vars
	return s
}
