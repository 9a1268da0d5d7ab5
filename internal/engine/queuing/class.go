package queuing

import (
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

func (c *class) whole() *class {
	for c.into != nil {
		c = c.into
	}
	return c
}

// of returns the class of the queue that a value is.
func (cs *classes) of(v ssa.Value) *class { return cs.of2(cs.key(v)) }

// note adds calls that do something with the items of a class.
func (c *class) note(what op, at ...token.Pos) {
	if c.calls == nil {
		c.calls = make(map[op][]token.Pos)
	}
	c.ops |= what
	c.calls[what] = append(c.calls[what], at...)
}

func (cs *classes) join(a, b *class) {
	a, b = a.whole(), b.whole()
	if a == b {
		return
	}
	b.into = a
	a.made = append(a.made, b.made...)
	a.escapes, a.visible, a.paced = a.escapes || b.escapes, a.visible || b.visible, a.paced || b.paced
	for what, list := range b.calls {
		a.note(what, list...)
	}
}

// key returns what stands for all values that come from one place: a field, a package variable, a parameter, the result of a
// function or method.
func (cs *classes) key(v ssa.Value) any {
	for range 20 {
		if inner := converted(v); inner != nil {
			v = inner
			continue
		}
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			v = x.X
		case *ssa.FieldAddr:
			if field := ways.Field(x.X.Type(), x.Field); field != nil { // nil for what a type parameter stands for
				return field
			}
			return v
		case *ssa.Field:
			if field := ways.Field(x.X.Type(), x.Field); field != nil {
				return field
			}
			return v
		case *ssa.FreeVar:
			b := bound(x)
			if b == nil {
				return v
			}
			v = b
		case *ssa.Alloc:
			set := setOnce(x)
			if set == nil {
				return v
			}
			v = set
		case *ssa.Extract:
			if call, ok := x.Tuple.(*ssa.Call); ok {
				if fn := ways.Called(&call.Call); fn != nil && !makesQueue(&call.Call) {
					return result{fn, x.Index}
				}
			}
			return v
		case *ssa.Call:
			fn := ways.Called(&x.Call)
			if fn == nil || makesQueue(&x.Call) || cs.own != fn.Pkg() && fn.Signature().Params().Len() > 0 {
				return v // what another package makes of arguments is another one each time
			}
			return result{fn, 0}
		case *ssa.Lookup:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
		default:
			return v
		}
	}
	return v
}

// hidden notes a queue that becomes a value of an interface through which things are done with it that are not followed.
func (p *program) hidden(v ssa.Value, as types.Type) {
	iface, ok := as.Underlying().(*types.Interface)
	if !ok || holdsQueue(as) || !holdsQueue(v.Type()) {
		return
	}
	for m := range iface.Methods() {
		if operations[m.Name()] != 0 {
			p.of(v).escapes = true
		}
	}
}
