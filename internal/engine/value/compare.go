package value

import (
	"go/constant"
	"go/token"
)

// Truth returns the boolean v is known to be.
func Truth(v Value) (yes, known bool) {
	switch v := v.(type) {
	case *Basic:
		if v.Val.Kind() == constant.Bool {
			return constant.BoolVal(v.Val), true
		}
	case Zero:
		return false, true
	case *Union:
		return compareAll(v.Of, Truth)
	}
	return false, false
}

// Comparisons are the operators that compare, as they are written.
var Comparisons = map[string]token.Token{
	"==": token.EQL, "!=": token.NEQ, "<": token.LSS, "<=": token.LEQ, ">": token.GTR, ">=": token.GEQ,
}

// Mirrored has for each comparison the one whose operands are the other way round.
var Mirrored = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ,
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ,
}

// Narrow returns what of v is left where comparing it with y has the outcome
// given, or nil if nothing new is known.
func Narrow(v Value, op token.Token, y Value, yes bool) Value {
	var out Collector
	changed := false
	Each(v, func(x Value) {
		outcome, known := Compare(x, op, y)
		switch {
		case known && outcome != yes:
			changed = true
			return
		case !known && IsZero(y) && (op == token.EQL || op == token.NEQ):
			_, number := y.(*Basic) // the zero of which says nothing about being nil
			if o, ok := x.(*Unknown); ok && !number {
				if (op == token.EQL) == yes {
					x = Zero{}
				} else {
					refined := *o
					refined.NonNil = true
					x = &refined
				}
				changed = true
			}
		}
		out.Add(x)
	})
	if !changed {
		return nil
	}
	return out.Value()
}

// Compare returns the outcome of a comparison, if it is known.
func Compare(x Value, op token.Token, y Value) (outcome, known bool) {
	if u, ok := x.(*Union); ok {
		return compareAll(u.Of, func(v Value) (bool, bool) { return Compare(v, op, y) })
	}
	if u, ok := y.(*Union); ok {
		return compareAll(u.Of, func(v Value) (bool, bool) { return Compare(x, op, v) })
	}
	bx, by := Constant(x, y), Constant(y, x)
	if bx != nil && by != nil {
		if bx.Kind() != by.Kind() && (!isNumeric(bx) || !isNumeric(by)) {
			return false, false
		}
		if bx.Kind() == constant.Bool && op != token.EQL && op != token.NEQ {
			return false, false
		}
		return constant.Compare(bx, op, by), true
	}
	if op != token.EQL && op != token.NEQ {
		return false, false
	}
	equal, known := Equality(x, y)
	return equal == (op == token.EQL), known
}

func compareAll(vs []Value, cmp func(Value) (bool, bool)) (outcome, known bool) {
	for i, v := range vs {
		o, ok := cmp(v)
		if !ok || i > 0 && o != outcome {
			return false, false
		}
		outcome = o
	}
	return outcome, len(vs) > 0
}

func isNumeric(v constant.Value) bool {
	return v.Kind() == constant.Int || v.Kind() == constant.Float
}

// Constant returns the constant that x is, with the zero value taken for one of y's kind.
func Constant(x, y Value) constant.Value {
	switch x := x.(type) {
	case *Basic:
		return x.Val
	case Zero:
		if b, ok := y.(*Basic); ok {
			switch b.Val.Kind() {
			case constant.Bool:
				return constant.MakeBool(false)
			case constant.String:
				return constant.MakeString("")
			case constant.Int, constant.Float:
				return constant.MakeInt64(0)
			}
		}
	}
	return nil
}

// Equality returns whether two values that are not both constants are equal, if known.
func Equality(x, y Value) (equal, known bool) {
	if _, ok := x.(Zero); ok {
		x, y = y, x
	}
	if _, ok := y.(Zero); ok {
		switch x := x.(type) {
		case Zero:
			return true, true
		case *Unknown:
			return false, x.NonNil
		case Ptr, Slice, Map, *Closure, *Iface, Present:
			return false, true
		}
		return false, false
	}
	if one, ok := Dynamic(x).(*Param); ok && SameKey(x, y) {
		return true, true
	} else if other, is := Dynamic(y).(*Param); ok && is && one.differs(other) {
		return false, true
	}
	px, ok1 := Dynamic(x).(Ptr)
	py, ok2 := Dynamic(y).(Ptr)
	if ok1 && ok2 {
		return px == py, true
	}
	ix, ok1 := x.(*Iface)
	iy, ok2 := y.(*Iface)
	if ok1 && ok2 { // constants as the keys of a map of any
		_, ok1 = ix.V.(*Basic)
		_, ok2 = iy.V.(*Basic)
		if ok1 && ok2 {
			return ix.Type == iy.Type && Same(ix.V, iy.V), true
		}
	}
	sx, ok1 := x.(*Struct)
	sy, ok2 := y.(*Struct)
	return false, ok1 && ok2 && (sx.differs(sy) || sy.differs(sx))
}

// differs reports whether a field has certainly another value in another struct.
func (s *Struct) differs(other *Struct) bool {
	for name, v := range s.Fields {
		if equal, known := Compare(v, token.EQL, other.Field(name)); known && !equal {
			return true
		}
	}
	return false
}

// differs reports whether two arguments are the sides of something that is not the same.
func (p *Param) differs(other *Param) bool {
	return p.Of != nil && other.Of != nil && p.Of.Differs && p.Of.Name == other.Of.Name
}
