package repair

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
)

// typeOf returns the type that an expression has once the declarations are repaired.
func (w *walk) typeOf(e ast.Expr) types.Type {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && w.failures[w.Info.ObjectOf(id)] {
		return errorType
	}
	return repaired(w.Info.TypeOf(e))
}

// keep returns the type that something in the place of e must have for what is around it to stay
// as it is; nil if none will do.
func (w *walk) keep(e ast.Expr) types.Type {
	t := w.typeOf(e)
	if _, tuple := t.(*types.Tuple); tuple || isUnknown(t) {
		return nil
	}
	return t
}

// fit returns e if it can stand where a value of a type is wanted (nil: any), else a stand-in that is given it.
func (w *walk) fit(e ast.Expr, want types.Type) ast.Expr {
	if want == nil || takesAnything(want) {
		return e
	}
	if assignable(w.typeOf(e), want) {
		return e
	}
	return w.standIn(e, want, e)
}

func assignable(t, want types.Type) bool {
	if isUnknown(t) {
		return takesAnything(want)
	}
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 && b.Kind() != types.UntypedNil {
		if _, basic := want.Underlying().(*types.Basic); basic {
			return true
		}
	}
	return types.AssignableTo(t, repaired(want))
}

// operand returns e repaired, as an argument of a stand-in; nil if it is not a value.
func (w *walk) operand(e ast.Expr) ast.Expr {
	if e == nil || w.isType(e) {
		return nil
	}
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		switch w.Info.ObjectOf(x).(type) {
		case nil, *types.PkgName, *types.Builtin, *types.TypeName:
			return nil
		}
	case *ast.KeyValueExpr, *ast.BadExpr:
		return nil
	}
	switch t := w.Info.TypeOf(e).(type) {
	case *types.Tuple:
		return nil
	case *types.Signature:
		if t.TypeParams().Len() > 0 {
			return nil
		}
	}
	out := w.expr(e, nil)
	if call, ok := out.(*ast.CallExpr); ok && isStandIn(call) && len(call.Args) == 0 {
		return nil
	}
	return out
}

// base returns what a selector or an assignment reaches into, as an argument of a stand-in: a
// struct that is a variable by its address, because it may be changed.
func (w *walk) base(e ast.Expr) ast.Expr {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && id.Name != "_" && w.Info.ObjectOf(id) == nil {
		return nil // a package that is not imported, or a variable: neither sets the package's variables
	}
	out := w.operand(e)
	if out == nil {
		return nil
	}
	t := w.Info.TypeOf(e)
	if t == nil || isUnknown(repaired(t)) || !w.Info.Types[e].Addressable() || isStandIn(out) {
		return out
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Basic:
		return &ast.UnaryExpr{OpPos: e.Pos(), Op: token.AND, X: out}
	}
	return out
}

func (w *walk) isType(e ast.Expr) bool {
	if tv, ok := w.Info.Types[e]; ok {
		return tv.IsType()
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return true
	case *ast.StarExpr:
		return w.isType(e.X)
	case *ast.Ident:
		_, ok := w.Info.Uses[e].(*types.TypeName)
		return ok
	case *ast.SelectorExpr:
		_, ok := w.Info.Uses[e.Sel].(*types.TypeName)
		return ok
	}
	return false
}

func (w *walk) operands(list ...ast.Expr) []ast.Expr {
	var out []ast.Expr
	for _, e := range list {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		if o := w.operand(e); o != nil {
			out = append(out, o)
		}
	}
	return out
}

// expr repairs an expression so that it can stand where a value of a type is wanted (nil: any).
func (w *walk) expr(e ast.Expr, want types.Type) ast.Expr {
	if e == nil {
		return nil
	}
	if want != nil {
		want = repaired(want)
	}
	own := cmp.Or(want, w.keep(e)) // the type of what takes the place of e
	switch e := e.(type) {
	case *ast.Ident:
		return w.ident(e, want)
	case *ast.BasicLit, *ast.IndexListExpr:
		return w.fit(e, want)
	case *ast.ParenExpr:
		e.X = w.expr(e.X, want)
		return e
	case *ast.SelectorExpr:
		return w.selector(e, want)
	case *ast.CallExpr:
		return w.call(e, want)
	case *ast.CompositeLit:
		return w.composite(e, want)
	case *ast.FuncLit:
		return w.funcLit(e, want)
	case *ast.StarExpr:
		if isUnknown(w.typeOf(e.X)) || isUnknown(w.typeOf(e)) {
			return w.standIn(e, want, w.operand(e.X))
		}
		e.X = w.expr(e.X, w.keep(e.X))
		return w.fit(e, want)
	case *ast.UnaryExpr:
		return w.unary(e, want, own)
	case *ast.BinaryExpr:
		return w.binary(e, want, own)
	case *ast.IndexExpr:
		return w.index(e, want, own)
	case *ast.SliceExpr:
		if isUnknown(w.typeOf(e)) {
			return w.standIn(e, want, w.operands(e.X, e.Low, e.High, e.Max)...)
		}
		e.X = w.expr(e.X, w.keep(e.X))
		e.Low, e.High, e.Max = w.number(e.Low), w.number(e.High), w.number(e.Max)
		return w.fit(e, want)
	case *ast.TypeAssertExpr:
		return w.assertion(e, want, own)
	}
	return w.standIn(e, own)
}

// number repairs an index, a length or the like.
func (w *walk) number(e ast.Expr) ast.Expr {
	if e != nil && isUnknown(w.typeOf(e)) {
		return w.expr(e, types.Typ[types.Int])
	}
	return w.expr(e, nil)
}

func (w *walk) ident(e *ast.Ident, want types.Type) ast.Expr {
	obj := w.Info.ObjectOf(e)
	switch obj.(type) {
	case nil:
		return w.standIn(e, want, w.absent(e)...)
	case *types.PkgName, *types.TypeName:
		return w.standIn(e, want)
	}
	return w.fit(e, want)
}

func (w *walk) selector(e *ast.SelectorExpr, want types.Type) ast.Expr {
	if x, ok := e.X.(*ast.Ident); ok {
		if _, ok := w.Info.Uses[x].(*types.PkgName); ok {
			if w.Info.Uses[e.Sel] == nil {
				return w.standIn(e, want, w.absent(e)...)
			}
			return w.fit(e, want)
		}
	}
	if w.Info.Selections[e] == nil {
		return w.standIn(e, want, append(w.absent(e), w.base(e.X))...)
	}
	if !w.isType(e.X) {
		e.X = w.expr(e.X, w.keep(e.X))
	}
	return w.fit(e, want)
}

func (w *walk) unary(e *ast.UnaryExpr, want, own types.Type) ast.Expr {
	if e.Op == token.AND {
		x := w.expr(e.X, w.keep(e.X))
		if isStandIn(x) && !isStandIn(e.X) { // it has no address
			return w.standIn(e, own, x.(*ast.CallExpr).Args...)
		}
		e.X = x
		return w.fit(e, want)
	}
	if isUnknown(w.typeOf(e.X)) || isUnknown(w.typeOf(e)) {
		if e.Op == token.NOT {
			own = types.Typ[types.Bool]
		}
		return w.standIn(e, own, w.operand(e.X))
	}
	e.X = w.expr(e.X, w.keep(e.X))
	return w.fit(e, want)
}

func (w *walk) binary(e *ast.BinaryExpr, want, own types.Type) ast.Expr {
	boolean := types.Typ[types.Bool]
	switch e.Op {
	case token.LAND, token.LOR:
		e.X, e.Y = w.expr(e.X, boolean), w.expr(e.Y, boolean)
		if isUnknown(w.typeOf(e)) {
			return e // its operands are of type bool now
		}
		return w.fit(e, want)
	case token.EQL, token.NEQ:
		if w.isNil(e.Y) && (isUnknown(repaired(w.Info.TypeOf(e.X))) || w.Info.TypeOf(e) != nil) {
			e.X = w.expr(e.X, w.keep(e.X))
			return e
		}
	}
	x, y := w.typeOf(e.X), w.typeOf(e.Y)
	if isUnknown(x) || isUnknown(y) || isUnknown(w.typeOf(e)) {
		args := w.operands(e.X, e.Y)
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			own = cmp.Or[types.Type](own, boolean)
		case token.SHL, token.SHR:
		default:
			if own == nil && !isUnknown(x) {
				own = types.Default(x)
			} else if own == nil && !isUnknown(y) {
				own = types.Default(y)
			}
		}
		return w.standIn(e, own, args...)
	}
	e.X, e.Y = w.expr(e.X, w.keep(e.X)), w.expr(e.Y, w.keep(e.Y))
	return w.fit(e, want)
}

func (w *walk) index(e *ast.IndexExpr, want, own types.Type) ast.Expr {
	x := w.typeOf(e.X)
	if isUnknown(x) || isUnknown(w.typeOf(e)) && w.Info.TypeOf(e) == nil {
		return w.standIn(e, own, w.operands(e.X, e.Index)...)
	}
	if _, generic := x.(*types.Signature); generic || w.isType(e.X) {
		return w.fit(e, want)
	}
	e.X = w.expr(e.X, w.keep(e.X))
	if m, ok := x.Underlying().(*types.Map); ok {
		e.Index = w.expr(e.Index, m.Key())
	} else {
		e.Index = w.number(e.Index)
	}
	return w.fit(e, want)
}

func (w *walk) assertion(e *ast.TypeAssertExpr, want, own types.Type) ast.Expr {
	x := w.typeOf(e.X)
	if e.Type == nil { // x.(type)
		e.X = w.expr(e.X, w.keep(e.X))
		return e
	}
	t := repaired(w.Info.TypeOf(e.Type))
	if isUnknown(x) || isUnknown(t) || !types.IsInterface(x) || w.Info.TypeOf(e) == nil {
		if own == nil && !isUnknown(t) {
			own = t
		}
		return w.standIn(e, own, w.operand(e.X))
	}
	e.X = w.expr(e.X, w.keep(e.X))
	e.Type = w.typ(e.Type)
	return w.fit(e, want)
}
