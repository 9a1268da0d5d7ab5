package repair

import (
	"cmp"
	"go/ast"
	"go/types"
)

func (w *walk) composite(e *ast.CompositeLit, want types.Type) ast.Expr {
	t := w.typeOf(e)
	if isUnknown(t) {
		return w.standIn(e, want, w.operands(e.Elts...)...)
	}
	unknown := func() ast.Expr {
		return w.standIn(e, cmp.Or(want, t), w.operands(e.Elts...)...)
	}
	if e.Type != nil {
		e.Type = w.typ(e.Type)
	}
	under := t.Underlying()
	if p, ok := under.(*types.Pointer); ok { // an element written without its type
		under = p.Elem().Underlying()
	}
	switch under := under.(type) {
	case *types.Struct:
		if !w.structElements(e, under) {
			return unknown()
		}
	case *types.Map:
		w.elements(e, under.Key(), under.Elem())
	case interface{ Elem() types.Type }: // slices and arrays
		w.elements(e, nil, under.Elem())
	default:
		return unknown()
	}
	return w.fit(e, want)
}

// structElements repairs the values of a struct literal; false if they are not those of its fields.
func (w *walk) structElements(e *ast.CompositeLit, st *types.Struct) bool {
	fields := make(map[string]types.Type)
	for f := range st.Fields() {
		fields[f.Name()] = f.Type()
	}
	keyed := false
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			keyed = true
			if key, ok := kv.Key.(*ast.Ident); !ok || fields[key.Name] == nil {
				return false
			}
		}
	}
	if !keyed && len(e.Elts) > 0 && len(e.Elts) != st.NumFields() {
		return false
	}
	for i, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			kv.Value = w.expr(kv.Value, fields[kv.Key.(*ast.Ident).Name])
		} else if keyed {
			return false
		} else {
			e.Elts[i] = w.expr(elt, st.Field(i).Type())
		}
	}
	return true
}

func (w *walk) elements(e *ast.CompositeLit, key, elem types.Type) {
	for i, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key != nil {
				kv.Key = w.expr(kv.Key, key)
			}
			kv.Value = w.expr(kv.Value, elem)
		} else {
			e.Elts[i] = w.expr(elt, elem)
		}
	}
}

func (w *walk) funcLit(e *ast.FuncLit, want types.Type) ast.Expr {
	inner := *w
	if sig, ok := w.typeOf(e).(*types.Signature); ok {
		inner.results = sig.Results()
	} else {
		inner.results = nil
	}
	w.fields(e.Type.Params)
	w.fields(e.Type.Results)
	inner.functionBody(e.Body)
	return w.fit(e, want)
}
