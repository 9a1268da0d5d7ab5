package repair

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
)

func (w *walk) call(e *ast.CallExpr, want types.Type) ast.Expr {
	if isStandIn(e) {
		return w.again(e, want)
	}
	tv := w.Info.Types[e.Fun]
	switch {
	case tv.IsType():
		return w.conversion(e, tv.Type, want)
	case tv.IsBuiltin():
		return w.builtin(e, want)
	}
	if sig := w.callee(e); sig != nil {
		e.Fun = w.expr(e.Fun, nil)
		w.arguments(e, sig)
		return w.fit(e, want)
	}
	return w.standIn(e, cmp.Or(want, w.keep(e)), append(w.funOperands(e.Fun), w.callArgs(e)...)...)
}

// again repairs the arguments and the type of a stand-in that an earlier round made.
func (w *walk) again(e *ast.CallExpr, want types.Type) ast.Expr {
	var args []ast.Expr
	for _, a := range e.Args {
		if w.Info.TypeOf(a) == nil {
			a = w.operand(a)
		} else {
			a = w.expr(a, nil)
		}
		if a != nil {
			args = append(args, a)
		}
	}
	e.Args = args
	return w.fit(e, want)
}

// callee returns the signature that a call can be made with, nil if there is none.
func (w *walk) callee(e *ast.CallExpr) *types.Signature {
	t := w.Info.TypeOf(e.Fun)
	if t == nil {
		return nil
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return nil
	}
	n, params, several := len(e.Args), sig.Params().Len(), w.tuple(e.Args)
	if several != nil {
		n = several.Len()
	}
	if e.Ellipsis.IsValid() && (!sig.Variadic() || n != params) || sig.Variadic() && n < params-1 || !sig.Variadic() && n != params {
		return nil
	}
	for i := range several.Len() {
		if !assignable(repaired(several.At(i).Type()), param(sig, i, false)) {
			return nil
		}
	}
	return sig
}

// tuple returns the types of the results that the only one of some expressions has, nil if it is none with a list of them.
func (w *walk) tuple(list []ast.Expr) *types.Tuple {
	if len(list) != 1 {
		return nil
	}
	t, _ := w.Info.TypeOf(list[0]).(*types.Tuple)
	return t
}

// param returns the type that argument i must have.
func param(sig *types.Signature, i int, spread bool) types.Type {
	last := sig.Params().Len() - 1
	if !sig.Variadic() || i < last {
		return repaired(sig.Params().At(i).Type())
	}
	t := sig.Params().At(last).Type()
	if slice, ok := t.(*types.Slice); ok && !spread {
		return repaired(slice.Elem())
	}
	return repaired(t)
}

func (w *walk) arguments(e *ast.CallExpr, sig *types.Signature) {
	if w.tuple(e.Args) != nil {
		e.Args[0] = w.expr(e.Args[0], nil)
		return
	}
	for i, a := range e.Args {
		e.Args[i] = w.expr(a, param(sig, i, e.Ellipsis.IsValid()))
	}
}

// funOperands returns what there is of a function that cannot be called, to hand to a stand-in.
func (w *walk) funOperands(e ast.Expr) []ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		out := w.absent(e)
		if x := w.base(e.X); x != nil {
			out = append(out, x)
		}
		return out
	case *ast.IndexExpr:
		if _, fun := w.Info.TypeOf(e.X).(*types.Signature); fun || w.Info.TypeOf(e.X) == nil {
			return w.funOperands(e.X)
		}
	case *ast.Ident:
		if out := w.absent(e); out != nil {
			return out
		}
	}
	return w.operands(e)
}

// callArgs returns the arguments of a call, to hand to a stand-in.
func (w *walk) callArgs(e *ast.CallExpr) []ast.Expr {
	if w.tuple(e.Args).Len() > 0 {
		if len(w.funOperands(e.Fun)) > 0 {
			return nil
		}
		return []ast.Expr{w.expr(e.Args[0], nil)}
	}
	if !w.checked(e.Args) {
		return slices.Clone(e.Args) // the next round tells their types
	}
	return w.operands(e.Args...)
}

// checked reports whether type-checking has looked at the arguments of a call. It does not if
// what is called is no function.
func (w *walk) checked(args []ast.Expr) bool {
	if len(args) == 0 || w.errorIn(args[0].Pos(), args[len(args)-1].End()) {
		return true
	}
	return !slices.ContainsFunc(args, func(a ast.Expr) bool {
		_, ok := w.Info.Types[a]
		return !ok && !isStandIn(a)
	})
}

func (w *walk) conversion(e *ast.CallExpr, t, want types.Type) ast.Expr {
	t = repaired(t)
	if isUnknown(t) || len(e.Args) != 1 {
		return w.standIn(e, want, w.operands(e.Args...)...)
	}
	x := w.typeOf(e.Args[0])
	untyped := false
	if b, ok := x.(*types.Basic); ok {
		untyped = b.Info()&types.IsUntyped != 0
	}
	if isUnknown(x) || !untyped && !types.ConvertibleTo(x, t) {
		e.Args[0] = w.expr(e.Args[0], t)
	} else {
		e.Args[0] = w.expr(e.Args[0], nil)
	}
	e.Fun = w.typ(e.Fun)
	return w.fit(e, want)
}

func (w *walk) builtin(e *ast.CallExpr, want types.Type) ast.Expr {
	own := cmp.Or(want, w.keep(e))
	unknown := len(e.Args) > 0 && isUnknown(w.typeOf(e.Args[0]))
	switch types.ExprString(ast.Unparen(e.Fun)) {
	case "panic", "print", "println", "recover":
		for i, a := range e.Args {
			e.Args[i] = w.expr(a, nil)
		}
		return w.fit(e, want)
	case "len", "cap", "copy":
		own = cmp.Or[types.Type](own, types.Typ[types.Int])
	case "make", "new":
		if !unknown && w.Info.TypeOf(e) != nil {
			e.Args[0] = w.typ(e.Args[0])
			for i := 1; i < len(e.Args); i++ {
				e.Args[i] = w.number(e.Args[i])
			}
			return w.fit(e, want)
		}
	case "append":
		if slice, ok := w.typeOf(e.Args[0]).Underlying().(*types.Slice); ok && w.Info.TypeOf(e) != nil {
			e.Args[0] = w.expr(e.Args[0], w.keep(e.Args[0]))
			for i := 1; i < len(e.Args); i++ {
				elem := slice.Elem()
				if e.Ellipsis.IsValid() {
					elem = slice
				}
				e.Args[i] = w.expr(e.Args[i], elem)
			}
			return w.fit(e, want)
		}
	}
	for _, a := range e.Args {
		unknown = unknown || isUnknown(w.typeOf(a))
	}
	if unknown || w.Info.TypeOf(e) == nil {
		return w.standIn(e, own, w.operands(e.Args...)...)
	}
	for i, a := range e.Args {
		e.Args[i] = w.expr(a, w.keep(a))
	}
	return w.fit(e, want)
}
