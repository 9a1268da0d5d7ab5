package interp

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Method finds the method that a call through an interface reaches on a value of
// the dynamic type, looking through embedded fields, and its receiver.
func (in *Interp) Method(typ string, v value.Value, name string) (sym symbol.Name, recv value.Value, ok bool) {
	return in.method(typ, v, name, 0)
}

func (in *Interp) method(typ string, v value.Value, name string, depth int) (symbol.Name, value.Value, bool) {
	base := code.BaseType(typ)
	t := in.Root.FindType(base)
	if t == nil {
		return "", nil, false
	}
	if _, found := slices.BinarySearch(t.Methods, name); found {
		sym := base.Member(name)
		if fn := in.Root.Find(sym); fn != nil && strings.HasPrefix(typ, "*") {
			if p, isPtr := v.(value.Ptr); isPtr {
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
		if p, isPtr := value.Dynamic(v).(value.Ptr); isPtr && !e.Interface && !strings.HasPrefix(e.Type, "*") {
			if _, isIface := inner.(*value.Iface); !isIface {
				inner = value.Ptr{Obj: p.Obj, Path: p.Path + e.Name + "/"}
			}
		}
		innerType := e.Type
		held := inner
		if i, isIface := inner.(*value.Iface); isIface {
			innerType, inner = i.Type, i.V
		}
		if sym, recv, ok := in.method(innerType, inner, name, depth+1); ok {
			return sym, recv, true
		}
		if e.Interface && slices.Contains(e.Methods, name) && in.unseen(held) {
			return code.BaseType(e.Type).Member(name), held, true
		}
		if inner := code.BaseType(e.Type); !e.Interface && slices.Contains(e.Methods, name) && in.Root.FindType(inner) == nil {
			return inner.Member(name), held, true // of a library that is known by its names
		}
	}
	return "", nil, false
}

// unseen reports whether nothing is known of the methods of what an embedded interface holds: a call of one is then a
// call through that interface, and leaves what embeds it alone.
func (in *Interp) unseen(held value.Value) bool {
	return value.Every(held, func(v value.Value) bool {
		switch v := v.(type) {
		case *value.Iface:
			return in.Root.FindType(code.BaseType(v.Type)) == nil
		case *value.Unknown:
			return !v.Unresolved
		}
		return false
	})
}

// lacks reports whether a dynamic type certainly has not all of an interface's methods.
func (in *Interp) lacks(typ string, methods []string) bool {
	return slices.ContainsFunc(methods, func(name string) bool {
		has, known := in.has(code.BaseType(typ), name, 0)
		return known && !has
	})
}

// has reports whether a type has a method of that name, of its own or of an embedded
// field, if that is known.
func (in *Interp) has(typ symbol.Name, name string, depth int) (has, known bool) {
	t := in.Root.FindType(typ)
	if t == nil || depth >= 4 {
		return false, false
	}
	if _, found := slices.BinarySearch(t.Methods, name); found {
		return true, true
	}
	known = true
	for _, e := range t.Fields {
		if !e.Embedded {
			continue
		}
		if e.Interface {
			if _, found := slices.BinarySearch(e.Methods, name); found {
				return true, true
			}
			continue
		}
		inner, innerKnown := in.has(code.BaseType(e.Type), name, depth+1)
		if !inner && !innerKnown && e.Resolved {
			_, inner = slices.BinarySearch(e.Methods, name)
			innerKnown = true
		}
		if inner {
			return true, true
		}
		known = known && innerKnown
	}
	return false, known
}

// paramCall is the result of a function or method the entry point's callers decide.
func (in *Interp) paramCall(c *Call, o *value.Param) value.Value {
	name := o.Name
	if c.Sym != "" {
		name += "." + c.Sym.Last()
	} else {
		for _, a := range c.Args {
			if p, ok := a.(value.Ptr); ok {
				in.setByCallers(p, name)
			}
		}
	}
	for _, a := range c.Args {
		if cl, ok := value.Dynamic(a).(*value.Closure); ok {
			in.escapedFuncs = append(in.escapedFuncs, escapedFunc{fn: cl, at: c.At}) // such as a gate's callback
		}
	}
	r := &value.Param{Name: name + "()", Last: c.Sym.Last()}
	out, several := results(c.Results, func(int) value.Value { return r }).(value.Tuple)
	if !several {
		return r
	}
	if c.Err {
		out[c.Results-1] = &value.Unknown{Why: "an error"}
	}
	return out
}

// setByCallers makes what a pointer points to open: a function that callers decide may
// set any of it.
func (in *Interp) setByCallers(p value.Ptr, by string) {
	from := &value.Param{Name: by + "()"}
	s, ok := in.load(p).(*value.Struct)
	if !ok {
		in.store(p, in.work.Join(in.load(p), from))
		return
	}
	out := &value.Struct{Type: s.Type, Fields: make(map[string]value.Value, len(s.Fields)), Rest: in.work.Join(s.Rest, from)}
	for name, v := range s.Fields {
		out.Fields[name] = in.work.Join(v, value.Select(from, name, ""))
	}
	in.store(p, out)
}

// isContext reports whether an object is a context of the program's own making. Others are handed it for its deadline, and
// know nothing of what else is in it.
func (in *Interp) isContext(o *value.Object) bool {
	if o.Type == "" {
		return false
	}
	return !slices.ContainsFunc([]string{"Deadline", "Done", "Err", "Value"}, func(method string) bool {
		has, _ := in.has(code.BaseType(o.Type), method, 0)
		return !has
	})
}

// results is what a call returns that has so many results, each of which one makes.
func results(n int, one func(i int) value.Value) value.Value {
	switch n {
	case 0:
		return nil
	case 1:
		return one(0)
	}
	out := make(value.Tuple, n)
	for i := range out {
		out[i] = one(i)
	}
	return out
}
