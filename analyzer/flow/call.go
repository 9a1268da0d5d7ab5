package flow

import (
	"sort"
	"strings"
)

func (f *frame) callInstr(in *Instr) Value {
	if in.Op == OpBuiltin {
		return f.builtin(in)
	}
	return f.apply(in.Op, in, f.arguments(in))
}

// arguments evaluates the operands of a call.
func (f *frame) arguments(in *Instr) []Value {
	args := make([]Value, len(in.Args))
	for i, a := range in.Args {
		pos := in.Pos
		if in.ArgPos != nil && in.ArgPos[i].IsValid() {
			pos = in.ArgPos[i]
		}
		args[i] = f.stored(a, pos)
	}
	return args
}

// apply makes the call that an instruction describes, of an operation that need not
// be the instruction's own.
func (f *frame) apply(op Op, in *Instr, args []Value) Value {
	types := make([]string, len(in.Types))
	for i, t := range in.Types {
		types[i] = f.typ(t)
	}
	c := &Call{
		Interp: f.Interp, Args: args, At: f.place(in), ArgAt: in.ArgPos,
		Results: in.N, Types: types, Err: in.errResult(),
	}
	if op != in.Op {
		c.Results = 0 // deferred
	}
	switch op {
	case OpCall:
		c.Sym, c.derivation = in.Str, in.Tag
		return f.callFunc(c, f.Root.Find(in.Str), nil, nil)
	case OpInvoke:
		c.Sym = in.Str
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
func (in *Interp) callFunc(c *Call, fn *Func, bound []Value, types map[string]string) Value {
	if v, ok := in.Host.Call(c); ok {
		in.called[c.Sym] = true
		return v
	}
	if in.Host.Ends(c.Sym) {
		in.dead = true
		return nil
	}
	if fn == nil {
		return in.unknownCall(c)
	}
	return in.call(fn, c.Args, bound, in.typeParams(fn, c, types), c.At)
}

// typeParams binds the type parameters of fn: those of its receiver from the
// receiver's dynamic type, its own from the call.
func (in *Interp) typeParams(fn *Func, c *Call, outer map[string]string) map[string]string {
	if len(fn.TypeParams) == 0 {
		return nil
	}
	out := make(map[string]string, len(fn.TypeParams))
	for k, v := range outer {
		out[k] = v
	}
	args := c.Types
	if len(args) == 0 && len(c.Args) > 0 {
		if p, ok := c.Args[0].(Ptr); ok && p.Path == "" {
			args = typeArgs(p.Obj.Type)
		} else if s, ok := c.Args[0].(*Struct); ok {
			args = typeArgs(s.Type)
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
func (in *Interp) callValue(c *Call, fn Value) Value {
	var of []Value
	Each(Dynamic(fn), func(x Value) {
		if _, isNil := x.(Zero); !isNil {
			of = append(of, Dynamic(x))
		}
	})
	if len(of) == 0 {
		return in.unknownCall(c)
	}
	return in.alternatives(of, func(x Value) Value {
		one := *c
		cl, ok := x.(*Closure)
		if !ok {
			if o, isOpen := x.(*Open); isOpen {
				return in.openCall(&one, o)
			}
			return in.unknownCall(&one)
		}
		return in.callBound(&one, cl)
	})
}

func (in *Interp) callBound(c *Call, cl *Closure) Value {
	c.Sym, c.FuncAt = cl.Sym, cl.At
	in.ran[cl] = true
	if cl.Method {
		c.Args = append(append([]Value(nil), cl.Bound...), c.Args...)
		if c.ArgAt != nil {
			c.ArgAt = append([]Pos{{}}, c.ArgAt...)
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
func (in *Interp) callClosure(cl *Closure, args []Value, at Place, after func(Value)) {
	before := in.mem
	in.mem = newMemory(before)
	c := &Call{Interp: in, Args: args, At: at}
	if cl.Fn != nil {
		c.Results, c.Err = cl.Fn.Results, cl.Fn.ErrResult
	}
	v := in.callBound(c, cl)
	layer := in.mem
	in.mem = before
	if in.dead {
		in.dead = false
		return
	}
	before.commit(before, []*memory{layer, before})
	if after != nil {
		after(v)
	}
}

// Invoke calls a function value a Host was given, once, as part of the call c.
func (c *Call) Invoke(fn Value, args ...Value) Value {
	one := *c
	one.Args, one.ArgAt, one.Types = args, nil, nil
	one.Results = 1
	return c.callValue(&one, fn)
}

// alternatives runs f for each of several values, as if only one of the runs happens.
func (in *Interp) alternatives(of []Value, f func(Value) Value) Value {
	if len(of) == 1 {
		return f(of[0])
	}
	before := in.mem
	var ways []*memory
	var out Value
	for _, x := range of {
		in.mem = newMemory(before)
		v := f(x)
		if in.dead {
			in.dead = false
			continue
		}
		ways = append(ways, in.mem)
		out = Join(out, v)
	}
	in.mem = before
	if len(ways) == 0 {
		in.dead = true
		return nil
	}
	before.commit(before, ways)
	return out
}

// invoke calls an interface's method c.Sym on c.Args[0].
func (in *Interp) invoke(c *Call) Value {
	c.Dynamic = true
	if v, ok := in.Host.Call(c); ok {
		return v
	}
	var of []Value
	Each(c.Args[0], func(x Value) {
		if _, isNil := x.(Zero); !isNil {
			of = append(of, x)
		}
	})
	if len(of) == 0 {
		return in.unknownCall(c)
	}
	name := MethodName(c.Sym)
	return in.alternatives(of, func(x Value) Value {
		one := *c
		one.Dynamic = false
		one.Args = append([]Value{x}, c.Args[1:]...)
		i, ok := x.(*Iface)
		if !ok {
			if o, isOpen := x.(*Open); isOpen {
				return in.openCall(&one, o)
			}
			return in.unknownCall(&one)
		}
		sym, recv, ok := in.Method(i.Type, i.V, name)
		if !ok {
			one.Sym = BaseType(i.Type) + "." + name
			one.Args[0] = i.V
			return in.callFunc(&one, nil, nil, nil)
		}
		one.Sym = sym
		one.Args[0] = recv
		return in.callFunc(&one, in.Root.Find(sym), nil, nil)
	})
}

// Method finds the method that a call through an interface reaches on a value of
// the dynamic type, looking through embedded fields, and its receiver.
func (in *Interp) Method(typ string, v Value, name string) (sym string, recv Value, ok bool) {
	return in.method(typ, v, name, 0)
}

func (in *Interp) method(typ string, v Value, name string, depth int) (string, Value, bool) {
	base := BaseType(typ)
	t := in.Root.FindType(base)
	if t == nil {
		return "", nil, false
	}
	if i := sort.SearchStrings(t.Methods, name); i < len(t.Methods) && t.Methods[i] == name {
		sym := base + "." + name
		if fn := in.Root.Find(sym); fn != nil && strings.HasPrefix(typ, "*") {
			if p, isPtr := v.(Ptr); isPtr {
				v = in.receiver(fn, p)
			}
		}
		return sym, v, true
	}
	if depth >= 4 {
		return "", nil, false
	}
	for _, e := range t.Fields {
		if !e.Embedded {
			continue
		}
		inner := in.Field(v, e.Name)
		if p, isPtr := Dynamic(v).(Ptr); isPtr && !strings.HasPrefix(e.Type, "*") {
			if _, isIface := inner.(*Iface); !isIface {
				inner = Ptr{Obj: p.Obj, Path: p.Path + e.Name + "/"}
			}
		}
		innerType := e.Type
		if i, isIface := inner.(*Iface); isIface {
			innerType, inner = i.Type, i.V
		}
		if sym, recv, ok := in.method(innerType, inner, name, depth+1); ok {
			return sym, recv, true
		}
	}
	return "", nil, false
}

// openCall is the result of a function or method the entry point's callers decide.
func (in *Interp) openCall(c *Call, o *Open) Value {
	name := o.Name
	if c.Sym != "" {
		name += "." + MethodName(c.Sym)
	} else {
		for _, a := range c.Args {
			if p, ok := a.(Ptr); ok {
				in.openUp(p, name)
			}
		}
	}
	for _, a := range c.Args {
		if cl, ok := Dynamic(a).(*Closure); ok {
			in.loose = append(in.loose, looseFunc{fn: cl, at: c.At}) // such as a gate's callback
		}
	}
	r := &Open{Name: name + "()", Last: MethodName(c.Sym)}
	if c.Results <= 1 {
		return r
	}
	out := make(Tuple, c.Results)
	for i := range out {
		out[i] = r
	}
	if c.Err {
		out[c.Results-1] = &Opaque{Why: "an error"}
	}
	return out
}

// openUp makes what a pointer points to open: a function that callers decide may
// set any of it.
func (in *Interp) openUp(p Ptr, by string) {
	from := &Open{Name: by + "()"}
	s, ok := in.load(p).(*Struct)
	if !ok {
		in.store(p, Join(in.load(p), from))
		return
	}
	out := &Struct{Type: s.Type, Fields: make(map[string]Value, len(s.Fields)), Rest: Join(s.Rest, from)}
	for name, v := range s.Fields {
		out.Fields[name] = Join(v, Select(from, name, ""))
	}
	in.store(p, out)
}

// unknownCall is the result of a call that cannot be followed. What it is given
// may be called or changed.
func (in *Interp) unknownCall(c *Call) Value {
	if v, ok := c.derived(); ok {
		return v
	}
	harmless := c.Sym != "" && in.Host.Harmless(c.Sym)
	if !harmless {
		for _, a := range c.Args {
			in.escape(a, c.Sym, c.At, 0)
		}
	}
	return c.Unread()
}

// Unread returns results of which nothing is known but where they come from.
func (c *Call) Unread() Value {
	why := "a call that cannot be followed"
	if c.Sym != "" {
		why = "the result of " + c.Sym
	}
	nonNil := false
	if c.Err && c.Results == 1 {
		nonNil = makesError(c.Sym)
		if wrapsError(c.Sym) && len(c.Args) > 0 {
			if o, ok := c.Args[0].(*Opaque); ok && o.NonNil {
				nonNil = true
			}
		}
	}
	switch c.Results {
	case 0:
		return nil
	case 1:
		return &Opaque{Why: why, Deps: c.Args, At: c.At, NonNil: nonNil}
	}
	out := make(Tuple, c.Results)
	for i := range out {
		out[i] = &Opaque{Why: why, Deps: c.Args, At: c.At}
	}
	return out
}

// makesError reports whether a function's result is an error that is never nil.
func makesError(sym string) bool {
	switch MethodName(sym) {
	case "Errorf":
		return true
	case "New":
		return strings.HasSuffix(sym, "errors.New")
	}
	return false
}

// wrapsError reports whether a function returns its first argument with more said
// of it, so that its result is nil only if that is.
func wrapsError(sym string) bool {
	name := MethodName(sym)
	return strings.HasPrefix(name, "Wrap") || strings.HasPrefix(name, "WithMessage") || strings.HasPrefix(name, "WithStack")
}

// escape hands a value to code that cannot be followed, which may call the
// functions in it, call its methods, and fill its fields.
func (in *Interp) escape(v Value, to string, at Place, depth int) {
	if depth > 6 {
		return
	}
	switch v := v.(type) {
	case *Closure:
		if v.Fn == nil || in.ran[v] {
			return
		}
		if depth == 0 && !in.Host.Later(to) {
			in.callClosure(v, in.opaqueArgs(v), at, nil)
			return
		}
		in.loose = append(in.loose, looseFunc{fn: v, at: at})
	case *Iface:
		in.escape(v.V, to, at, depth)
	case *Union:
		for _, x := range v.Of {
			in.escape(x, to, at, depth+1)
		}
	case *Struct:
		for _, name := range sortedKeys(v.Fields) {
			in.escape(v.Fields[name], to, at, depth+1)
		}
	case Slice:
		in.escapeObject(v.Obj, to, at, depth)
	case Map:
		in.escapeObject(v.Obj, to, at, depth)
	case Ptr:
		if !in.gone[v.Obj] {
			in.escaped = append(in.escaped, v)
			in.Host.Filled(in, v)
		}
		in.fill(v, to, at)
		in.escapeObject(v.Obj, to, at, depth)
	}
}

func (in *Interp) escapeObject(o *Object, to string, at Place, depth int) {
	if in.gone[o] {
		return
	}
	in.gone[o] = true
	switch c := in.mem.get(o).(type) {
	case *Array:
		for _, v := range c.Elems {
			in.escape(v, to, at, depth+1)
		}
	case *Entries:
		for _, v := range c.Vals {
			in.escape(v, to, at, depth+1)
		}
	default:
		in.escape(c, to, at, depth+1)
	}
}

// Leak hands values to code that cannot be followed, which may call the functions
// in them and their methods later.
func (in *Interp) Leak(values []Value, to string, at Place) {
	for _, v := range values {
		if c, ok := Dynamic(v).(*Closure); ok {
			in.loose = append(in.loose, looseFunc{fn: c, at: at})
			continue
		}
		in.Adopt(v)
		in.escape(v, to, at, 1)
	}
}

// Adopt notes that the methods of what v points to will be called by code that
// cannot be followed.
func (in *Interp) Adopt(v Value) {
	Each(Dynamic(v), func(x Value) {
		if p, ok := Dynamic(x).(Ptr); ok && p.Obj.Type != "" {
			in.adopted = append(in.adopted, p)
		}
	})
}

// Object returns a pointer to what v points to, also where v is not known.
func (in *Interp) Object(v Value) (Ptr, bool) { return in.object(Dynamic(v)) }

// fill marks what a pointer points to as filled by code that cannot be followed:
// what was not set before comes from there, and numbers may.
func (in *Interp) fill(p Ptr, by string, at Place) {
	why := "set by " + by
	if by == "" {
		why = "set by a function that cannot be followed"
	}
	from := &Opaque{Why: why, At: at, Set: by != ""}
	switch c := in.load(p).(type) {
	case *Struct:
		if _, done := c.Rest.(*Opaque); done {
			return
		}
		in.store(p, filled(c, from))
	case *Basic:
		in.store(p, Join(c, from))
	case Zero:
		in.store(p, from)
	}
}

func filled(s *Struct, from Value) *Struct {
	if _, zero := s.Rest.(Zero); !zero {
		return s
	}
	out := &Struct{Type: s.Type, Fields: make(map[string]Value, len(s.Fields)), Rest: from}
	for name, v := range s.Fields {
		switch x := v.(type) {
		case *Basic:
			v = Join(v, Select(from, name, ""))
		case Zero:
			v = Select(from, name, "")
		case *Struct:
			v = filled(x, Select(from, name, ""))
		}
		out.Fields[name] = v
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
