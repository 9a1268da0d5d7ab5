package interp

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A container for dependency injection is handed functions and values, and calls the
// functions with the values and with each other's results: their types say which goes
// where. A pool is what one package that cannot be followed was handed.
type pool struct {
	values map[string]value.Value // by type
	makers map[string][]*provider // by the type of a result
	apart  map[string]bool        // types that are also fields of a result
	joined map[string]*joined     // by type
	known  map[*value.Closure]*provider
}

// A joined is what the first of a type's makers return, all of which are done: hundreds of
// functions may want what hundreds return.
type joined struct {
	makers int
	result value.Value
}

// A provider is a function that a container may call for what it returns.
type provider struct {
	fn      *value.Closure
	at      value.Place
	result  value.Value
	started bool
	repeats bool // code that cannot be followed may call it more than once
	done    bool // the result stays as it is
}

// reflection is the package by which a program calls functions that it holds as values
// of no type.
const reflection = "reflect"

// reflectedCall is the method by which it does.
const reflectedCall symbol.Name = reflection + ".Value.Call"

// maxSupplied bounds the values of one type that are told apart.
const maxSupplied = 8

func (in *Interp) pool(pkg string) *pool {
	p := in.pools[pkg]
	if p == nil {
		p = &pool{
			values: make(map[string]value.Value),
			makers: make(map[string][]*provider),
			apart:  make(map[string]bool),
			joined: make(map[string]*joined),
			known:  make(map[*value.Closure]*provider),
		}
		in.pools[pkg] = p
	}
	return p
}

// supply notes a value that the package of the function to was handed.
func (in *Interp) supply(v *value.Iface, to symbol.Name) {
	if !injectable(v.Type) {
		return
	}
	p := in.pool(to.Package())
	if u, ok := p.values[v.Type].(*value.Union); ok && len(u.Of) >= maxSupplied {
		p.values[v.Type] = &value.Unknown{Why: "more values than are followed"}
		return
	}
	p.values[v.Type] = in.work.Join(p.values[v.Type], v.V)
}

// offer notes a function that the package of the function to was handed.
func (in *Interp) offer(fn *value.Closure, to symbol.Name, at value.Place) {
	p := in.pool(to.Package())
	if fn.Fn == nil || p.known[fn] != nil {
		return
	}
	m := &provider{fn: fn, at: at}
	p.known[fn] = m
	for _, t := range fn.Fn.ResultTypes {
		if !injectable(t) {
			continue
		}
		p.makers[t] = append(p.makers[t], m)
		for _, f := range in.parts(t) {
			p.makers[f.Type] = append(p.makers[f.Type], m)
			p.apart[f.Type] = true
		}
	}
}

// reflected notes what a function that only looks at its arguments was handed, since
// what it returns may call them.
func (in *Interp) reflected(c *Call) {
	for _, a := range c.Args {
		value.Each(a, func(v value.Value) {
			i, ok := v.(*value.Iface)
			if !ok {
				return
			}
			if fn, ok := i.V.(*value.Closure); ok {
				in.offer(fn, c.Sym, c.At)
			} else {
				in.supply(i, c.Sym)
			}
		})
	}
}

// setReflected marks what a reflected value was taken from as changed: which part of it was set is not known.
func (in *Interp) setReflected(c *Call) {
	from := &value.Unknown{Why: "set by " + c.Sym.Short(), At: c.At, Deps: c.Args[1:]}
	w := value.Walker{Visit: func(v value.Value, _ int) bool {
		if p, ok := v.(value.Ptr); ok && !p.Obj.Sealed {
			in.fillFrom(p, from, c.Sym, c.At)
		}
		return true
	}}
	w.Walk(c.Args[0])
}

// injectable reports whether values of a type are found by it: those of named types
// outside of the standard library are, and pointers to them.
func injectable(typ string) bool {
	base := strings.TrimLeft(typ, "*")
	if strings.ContainsAny(base, "[]() ") {
		return false
	}
	first, _, _ := strings.Cut(symbol.Name(base).Package(), "/")
	return strings.Contains(first, ".")
}

// parts returns the fields of a struct that a container fills or takes apart field
// by field. Such structs embed a marker of the container's, whose code is not read.
func (in *Interp) parts(typ string) []code.Field {
	t := in.Root.FindType(symbol.Name(typ))
	if t == nil {
		return nil
	}
	marked := false
	var fields []code.Field
	for _, f := range t.Fields {
		if f.Embedded {
			marked = marked || in.Root.PackageOf(code.BaseType(f.Type)) == nil
		} else if injectable(f.Type) {
			fields = append(fields, f)
		}
	}
	if !marked {
		return nil
	}
	return fields
}

// constructs reports whether a function makes a value of a type by which others find
// it, from values that they may provide.
func constructs(fn *code.Func) bool {
	return slices.ContainsFunc(fn.ParamTypes, injectable) && slices.ContainsFunc(fn.ResultTypes, injectable)
}

// serves reports whether a function answers requests, which come once the program is set up.
func serves(fn *code.Func) bool { return slices.Contains(fn.ParamTypes, "net/http.ResponseWriter") }

// injected returns the value of a type that code of the package would pass, nil if
// none is known.
func (in *Interp) injected(typ, pkg string) value.Value {
	p := in.pools[pkg]
	if p == nil || !injectable(typ) {
		return nil
	}
	if v := in.provided(p, typ, pkg); v != nil {
		return v
	}
	fields := in.parts(typ)
	if len(fields) == 0 {
		return nil
	}
	s := &value.Struct{Type: typ, Fields: make(map[string]value.Value),
		Rest: &value.Unknown{Why: "an argument from code that cannot be followed"}}
	for _, f := range fields {
		if v := in.provided(p, f.Type, pkg); v != nil {
			s.Fields[f.Name] = v
		}
	}
	return s
}

// provided joins the values of a type that a pool has and that its functions return.
func (in *Interp) provided(p *pool, typ, pkg string) value.Value {
	v, makers := p.values[typ], p.makers[typ]
	if p.apart[typ] {
		for _, m := range makers {
			in.make(m, pkg)
			v = in.contribute(v, m, typ) // of fields, what memory has now
		}
		return v
	}
	for _, m := range makers {
		in.make(m, pkg)
	}
	done := p.results(typ)
	v = in.work.Join(v, done.result)
	for _, m := range makers[min(done.makers, len(makers)):] {
		v = in.contribute(v, m, typ)
	}
	return v
}

// results returns what those makers of a type return that are done, up to the first that is not.
func (p *pool) results(typ string) *joined {
	j := p.joined[typ]
	if j == nil {
		j = new(joined)
		p.joined[typ] = j
	}
	for ; j.makers < len(p.makers[typ]) && p.makers[typ][j.makers].done; j.makers++ {
		m := p.makers[typ][j.makers]
		for i, t := range m.fn.Fn.ResultTypes {
			if t == typ {
				j.result = value.Join(j.result, m.resultAt(i))
			}
		}
	}
	return j
}

// contribute joins v with what a function returns of a type, itself or in fields.
func (in *Interp) contribute(v value.Value, m *provider, typ string) value.Value {
	for i, t := range m.fn.Fn.ResultTypes {
		result := m.resultAt(i)
		if t == typ {
			v = in.work.Join(v, result)
			continue
		}
		for _, f := range in.parts(t) {
			if f.Type == typ && result != nil {
				v = in.work.Join(v, in.Field(result, f.Name))
			}
		}
	}
	return v
}

// resultAt returns one of the function's results, nil if it is not known.
func (m *provider) resultAt(i int) value.Value {
	if len(m.fn.Fn.ResultTypes) > 1 && m.result != nil {
		return value.Component(m.result, i)
	}
	return m.result
}

// make calls a provider, once.
func (in *Interp) make(m *provider, pkg string) {
	if m.started {
		return
	}
	m.started = true
	args := in.opaqueArgs(m.fn, pkg)
	in.repeats = m.repeats
	in.callClosure(m.fn, args, m.at, func(v value.Value) { m.result = v })
	in.repeats = false
	m.done = true
}

// callUnread calls a function that the function to was handed, which cannot be followed.
func (in *Interp) callUnread(fn *value.Closure, to symbol.Name, at value.Place) {
	pkg := to.Package()
	if m := in.pool(pkg).known[fn]; m != nil {
		m.repeats = in.mayRepeat(to)
		in.make(m, pkg)
		in.handOut(m.result, to, at)
		return
	}
	args := in.opaqueArgs(fn, pkg)
	in.repeats = in.mayRepeat(to)
	in.callClosure(fn, args, at, func(v value.Value) { in.handOut(v, to, at) })
	in.repeats = false
}

// mayRepeat reports whether code that cannot be followed may call a function that it is given more than once. A library for
// commands calls one once.
func (in *Interp) mayRepeat(to symbol.Name) bool { return !in.Host.Later(to) }

// handOut notes that code which cannot be followed has what a function returned to it, and may call its methods, or the function that it
// is.
func (in *Interp) handOut(result value.Value, to symbol.Name, at value.Place) {
	list := []value.Value{result}
	if t, ok := result.(value.Tuple); ok {
		list = t
	}
	for _, v := range list {
		value.Each(value.Dynamic(v), func(x value.Value) {
			switch x := value.Dynamic(x).(type) {
			case value.Ptr:
				if !in.Escaped(x.Obj) {
					in.escaped = append(in.escaped, x)
				}
			case *value.Closure:
				in.escapeFunc(x, to, at, 1)
			}
		})
	}
}
