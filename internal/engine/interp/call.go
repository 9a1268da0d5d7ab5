package interp

import (
	"maps"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

func (f *frame) callInstr(in *code.Instr) value.Value {
	if in.Op == code.OpBuiltin {
		return f.builtin(in, f.arguments(in))
	}
	return f.apply(in, f.arguments(in))
}

// arguments evaluates the operands of a call.
func (f *frame) arguments(in *code.Instr) []value.Value {
	args := make([]value.Value, len(in.Args))
	for i, a := range in.Args {
		pos := in.Pos
		if c := in.Call; c != nil && c.ArgPos != nil && c.ArgPos[i].IsValid() {
			pos = c.ArgPos[i]
		}
		args[i] = f.stored(a, pos)
	}
	return args
}

// apply makes the call that an instruction describes, now or later.
func (f *frame) apply(in *code.Instr, args []value.Value) value.Value {
	if in.Call.Op == code.OpBuiltin {
		return f.builtin(in, args)
	}
	types := make([]string, len(in.Call.Types))
	for i, t := range in.Call.Types {
		types[i] = f.typ(t)
	}
	c := &Call{
		Interp: f.Interp, Args: args, At: f.place(in), ArgAt: in.Call.ArgPos,
		Results: in.Call.Results, Types: types, Err: in.Call.Err, Shape: in.Call.Shape, derivation: in.Call.Derivation,
	}
	switch in.Call.Op {
	case code.OpCall:
		c.Sym = in.Symbol()
		return f.callFunc(c, f.Root.Find(c.Sym), nil, nil)
	case code.OpInvoke:
		c.Sym = in.Symbol()
		return f.invoke(c)
	}
	fn := args[0]
	c.Args = args[1:]
	if c.ArgAt != nil {
		c.ArgAt = c.ArgAt[1:]
	}
	return f.callValue(c, fn)
}

// callFunc calls the function c.Sym, whose code is fn if it is known.
func (in *Interp) callFunc(c *Call, fn *code.Func, bound []value.Value, types map[string]string) value.Value {
	c.fn, c.bound, c.bindings = fn, bound, types
	if v, ok := in.Host.Call(c); ok {
		in.called[c.Sym] = true
		return v
	}
	if in.Host.Ends(c.Sym) {
		in.End(Exits)
		if strings.Contains(c.Sym.Last(), "Panic") {
			in.End(Panics)
		}
		return nil
	}
	if fn == nil {
		return in.unknownCall(c)
	}
	if in.idleSteps == nil {
		return in.followShare(c)
	}
	if !in.idleFunc(fn) {
		return c.follow()
	}
	if in.idleSteps[fn] > maxIdleCalls {
		return in.unknownCall(c)
	}
	before := in.steps
	v := c.follow()
	in.idleSteps[fn] += in.steps - before
	return v
}

func (c *Call) run() value.Value {
	c.mention = c.FuncAt
	return c.call(c.fn, c.Args, c.bound, c.typeParams(c.fn, c, c.bindings), c.At)
}

// InvokeMethod calls the interface's method c.Sym on c.Args[0].
func (c *Call) InvokeMethod() value.Value { return c.invoke(c) }

// CallMethod calls an interface's method on the first of args.
func (in *Interp) CallMethod(at value.Place, sym symbol.Name, results int, err bool, args ...value.Value) value.Value {
	return in.invoke(&Call{Interp: in, At: at, Sym: sym, Results: results, Err: err, Args: args})
}

// typeParams binds the type parameters of fn: those of its receiver from the
// receiver's dynamic type, its own from the call.
func (in *Interp) typeParams(fn *code.Func, c *Call, outer map[string]string) map[string]string {
	if len(fn.TypeParams) == 0 {
		return nil
	}
	out := make(map[string]string, len(fn.TypeParams))
	maps.Copy(out, outer)
	args := c.Types
	if len(args) == 0 && len(c.Args) > 0 {
		if p, ok := c.Args[0].(value.Ptr); ok && p.Path == "" {
			args = code.TypeArgs(p.Obj.Type)
		} else if s, ok := c.Args[0].(*value.Struct); ok {
			args = code.TypeArgs(s.Type)
		}
	}
	for i, name := range fn.TypeParams {
		if i < len(args) {
			out[name] = args[i]
		}
	}
	return out
}

// callValue calls a function value.
func (in *Interp) callValue(c *Call, fn value.Value) value.Value {
	c.Sym, c.Value, c.Func = "", true, fn
	if v, ok := in.Host.Call(c); ok {
		return v
	}
	return in.eachCallee(c, value.Dynamic(fn), func(one *Call, x value.Value, alone bool) value.Value {
		switch x := value.Dynamic(x).(type) {
		case *Sequence:
			return in.iterate(one, x)
		case *value.Closure:
			if alone {
				return in.callBound(one, x)
			}
			in.choices++
			defer func() { in.choices-- }()
			return in.inRound(c, x, c.pointedTo(), func() value.Value { return in.callBound(one, x) })
		default:
			return in.callOpaque(one, x)
		}
	})
}

// eachCallee makes a call for each function or receiver that it can go to, as if it goes to that alone. One that is nil would panic.
func (in *Interp) eachCallee(c *Call, to value.Value, call func(one *Call, to value.Value, alone bool) value.Value) value.Value {
	var of []value.Value
	value.Each(to, func(x value.Value) {
		if _, isNil := x.(value.Zero); !isNil {
			of = append(of, x)
		}
	})
	if len(of) == 0 {
		return in.unknownCall(c)
	}
	return in.alternatives(of, func(x value.Value) value.Value {
		one := *c
		in.either = len(of) > 1
		return call(&one, x, len(of) == 1)
	})
}

// callOpaque makes a call that goes to what is neither a function nor a type that is known.
func (in *Interp) callOpaque(c *Call, to value.Value) value.Value {
	if o, isParam := to.(*value.Param); isParam {
		return in.paramCall(c, o)
	}
	if value.IsUnresolved(to) {
		return c.Unresolved()
	}
	return in.unknownCall(c)
}

func (in *Interp) callBound(c *Call, cl *value.Closure) value.Value {
	c.Sym, c.FuncAt = cl.Sym, cl.At
	for one := cl; one != nil; one = one.Of { // it is copied wherever it gets another place
		in.ran[one] = true
	}
	if cl.Method {
		c.Args = append(append([]value.Value(nil), cl.Bound...), c.Args...)
		if c.ArgAt != nil {
			c.ArgAt = append([]code.Pos{{}}, c.ArgAt...)
		}
		if cl.Iface {
			return in.invoke(c)
		}
		return in.callFunc(c, cl.Fn, nil, cl.Types)
	}
	return in.callFunc(c, cl.Fn, cl.Bound, cl.Types)
}

// callClosure calls a function value from outside any code that is followed. What
// it does may or may not happen.
func (in *Interp) callClosure(cl *value.Closure, args []value.Value, at value.Place, after func(value.Value)) {
	c := &Call{Interp: in, Args: args, At: at}
	if cl.Fn != nil {
		c.Results, c.Err = cl.Fn.Results, cl.Fn.ErrResult
	}
	var v value.Value
	if in.perhaps(func() { v = in.callBound(c, cl) }) && after != nil {
		after(v)
	}
}

// Invoke calls a function value a Host was given, once, as part of the call c.
func (c *Call) Invoke(fn value.Value, args ...value.Value) value.Value {
	one := *c
	one.Args, one.ArgAt, one.Types, one.derivation = args, nil, nil, ""
	one.Results = 1
	return c.callValue(&one, fn)
}

// Repeatedly calls a function that the call is given, any number of times, as if what it does may or may not happen.
func (c *Call) Repeatedly(fn value.Value, args ...value.Value) {
	value.Each(value.Dynamic(fn), func(x value.Value) {
		if cl, ok := value.Dynamic(x).(*value.Closure); ok {
			c.repeats = true
			c.callClosure(cl, args, c.At, nil)
			c.repeats = false
		}
	})
}

// Either runs f for each of several values that something in the call may be, as if only one of the runs happens.
func (c *Call) Either(of []value.Value, f func(value.Value) value.Value) value.Value {
	return c.alternatives(of, f)
}

// Object returns a pointer to what v points to, also where v is not known.
func (in *Interp) Object(v value.Value) (value.Ptr, bool) { return in.object(value.Dynamic(v)) }

// followShare follows a call of a function whose code is known, with a share of the work if it leads to nothing.
func (in *Interp) followShare(c *Call) value.Value {
	switch {
	case in.Leads == nil:
		return c.follow()
	case in.Leads(c.fn.Sym):
		in.share = nil // the function around it does lead to something
		return in.followAgain(c)
	case in.share != nil:
		return c.follow()
	}
	times := in.taken[c.fn]
	if times >= enough || in.spent[c.fn] > maxWork/shares {
		in.taken[c.fn] = enough
		return in.skip(c)
	}
	done := in.work.Done
	left := (in.work.Limit - in.work.Done) / shares
	if times > 0 || in.nothing > in.work.Limit/2 {
		left /= afterOnce
	}
	mine := &share{until: in.work.Done + left}
	in.share = mine
	v := c.follow()
	if in.share != mine { // it led to something
		return v
	}
	in.spent[c.fn] += in.work.Done - done
	in.nothing += in.work.Done - done
	over := in.overShare()
	in.share = nil
	if !over || in.work.Over() {
		return v
	}
	in.taken[c.fn]++
	in.End(Returns)
	return in.skip(c)
}

// follow makes a call of a function whose code is known, unless it repeats another: then its effect is that of
// the other, which has left alone all that several calls can reach.
func (c *Call) follow() value.Value {
	key := c.paramKey()
	if key == "" {
		return c.run()
	}
	if have, ok := c.followed[key]; ok {
		c.repeater.Repeat(c, have.made)
		c.called[c.Sym] = true
		return have.result
	}
	if c.asDeclared() && c.repeater.RanApart(c) {
		c.called[c.Sym] = true
		return unknownResults(c.fn.Results, &value.Unknown{Why: "an error", At: c.At})
	}
	c.repeater.Repeat(c, nil)
	v := c.run()
	if !c.ended() && !c.Exhausted() && c.mem.Version() == c.untouched && plain(v) {
		c.followed[key] = followedCall{v, c.fn, c.At}
	}
	return v
}

// Continue makes the call as it is made where the host does not know the function. The
// code must be known.
func (c *Call) Continue() value.Value { return c.run() }

// invoke calls an interface's method c.Sym on c.Args[0].
func (in *Interp) invoke(c *Call) value.Value {
	c.Dynamic = true
	if v, ok := in.Host.Call(c); ok {
		return v
	}
	name := c.Sym.Last()
	return in.eachCallee(c, c.Args[0], func(one *Call, x value.Value, _ bool) value.Value {
		one.Dynamic = false
		one.Args = append([]value.Value{x}, c.Args[1:]...)
		i, ok := x.(*value.Iface)
		if !ok {
			return in.callOpaque(one, x)
		}
		sym, recv, ok := in.Method(i.Type, i.V, name)
		if !ok {
			one.Sym = code.BaseType(i.Type).Member(name)
			one.Args[0] = i.V
			return in.callFunc(one, nil, nil, nil)
		}
		one.Sym = sym
		one.Args[0] = recv
		return in.callFunc(one, in.Root.Find(sym), nil, nil)
	})
}
