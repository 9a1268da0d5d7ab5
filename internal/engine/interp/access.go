package interp

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// anyElem is the path element that stands for an index that is not known.
const anyElem = "*"

// object returns the object behind a pointer that is not known, so that stores
// through it are remembered.
func (in *Interp) object(v Value) (Ptr, bool) {
	switch v := v.(type) {
	case Ptr:
		return v, true
	case *Param:
		o := in.paramObjects[v.Name]
		if o == nil {
			o = in.newObject("", Place{})
			o.common = true
			in.paramObjects[v.Name] = o
			in.mem.initial[o] = &Struct{Rest: v}
		}
		return Ptr{Obj: o}, true
	case *Unknown:
		o := in.filled[v]
		if o == nil {
			o = in.newObject("", Place{})
			o.common = true
			in.filled[v] = o
			in.mem.initial[o] = &Struct{Rest: v}
		}
		return Ptr{Obj: o}, true
	case *Iface:
		return in.object(v.V)
	}
	return Ptr{}, false
}

// global returns the object of a package variable, after its package's
// initialisers have run.
func (in *Interp) global(sym symbol.Name) *Object {
	if o := in.globals[sym]; o != nil {
		return o
	}
	o := in.newObject("", Place{})
	o.common = true
	in.globals[sym] = o
	if v, ok := in.Host.Global(sym); ok {
		in.mem.initial[o] = v
		return o
	}
	owner := in.Root.PackageOf(sym)
	if owner == nil || owner.Funcs[symbol.Join(owner.Path, "init")] == nil {
		in.mem.initial[o] = &Unknown{Why: "package variable " + sym.Written()}
		return o
	}
	o.Type = owner.Vars[sym]
	if in.OpenGlobals && owner.Assigned[sym] {
		in.mem.initial[o] = &Param{Name: sym.Written(), Last: sym.Last()}
	} else {
		var zero Value = Zero{}
		if o.Type != "" {
			zero = &Struct{Type: o.Type, Rest: Zero{}}
		}
		in.mem.initial[o] = zero
	}
	if in.lacking[owner.Path] {
		in.mem.initial[o] = maybe(in.mem.initial[o], &Unknown{Why: doesNotTypeCheck, Unresolved: true})
	}
	in.start(owner)
	return o
}

// start runs the initialisers of a package's variables.
func (in *Interp) start(p *code.Package) {
	if in.started[p.Path] {
		return
	}
	in.started[p.Path] = true
	// Its variables have their values whenever another package's code runs.
	saved, starting := in.mem, in.starting
	in.mem = &memory{initial: saved.initial, owner: new(ownership)}
	in.starting = true
	fn := p.Funcs[symbol.Join(p.Path, "init")]
	in.call(fn, nil, nil, nil, Place{Pos: fn.Pos})
	in.dead = false
	in.mem.root.each(func(o *Object) { saved.initial[o] = in.mem.get(o) })
	in.mem, in.starting = saved, starting
	if in.OpenGlobals {
		for _, sym := range slices.Sorted(maps.Keys(p.Assigned)) {
			if o := in.globals[sym]; o != nil {
				in.mem.initial[o] = &Param{Name: sym.Written(), Last: sym.Last()}
			}
		}
	}
}

// load returns what a pointer points to.
func (in *Interp) load(v Value) Value {
	switch v := v.(type) {
	case Ptr:
		if v.Path != "" {
			return read(in.mem.peek(v.Obj), v.Path)
		}
		return read(in.mem.get(v.Obj), "")
	case *Union:
		var out Value
		for _, x := range v.Of {
			if _, isNil := x.(Zero); !isNil {
				out = Join(out, in.load(x))
			}
		}
		return out
	case *Param:
		if o := in.paramObjects[v.Name]; o != nil {
			return in.mem.get(o)
		}
		return v
	case *Unknown:
		if o := in.filled[v]; o != nil {
			return in.mem.get(o)
		}
		return v
	}
	return &Unknown{Why: "what a pointer that cannot be followed points to"}
}

// Load returns what a pointer points to, or v itself if it is no pointer.
func (in *Interp) Load(v Value) Value {
	v = Dynamic(v)
	if p, ok := v.(Ptr); ok {
		return in.load(p)
	}
	if u, ok := v.(*Union); ok {
		var out Value
		for _, x := range u.Of {
			out = Join(out, in.Load(x))
		}
		return out
	}
	return v
}

// Field returns a field of a struct or of what a pointer to one points to.
func (in *Interp) Field(v Value, name string) Value {
	v = Dynamic(v)
	if u, ok := v.(*Union); ok {
		var out Value
		for _, x := range u.Of {
			out = Join(out, in.Field(x, name))
		}
		return out
	}
	if p, ok := v.(Ptr); ok {
		v = in.load(p)
		if _, again := v.(Ptr); again {
			return in.Field(v, name)
		}
	}
	return Select(v, name, "")
}

// SetField sets a field of the struct a pointer points to.
func (in *Interp) SetField(p Value, name string, v Value) {
	Each(Dynamic(p), func(x Value) {
		if ptr, ok := x.(Ptr); ok {
			in.store(Ptr{Obj: ptr.Obj, Path: ptr.Path + name + "/"}, v)
		}
	})
}

// Store sets what a pointer points to.
func (in *Interp) Store(p, v Value) { in.store(Dynamic(p), v) }

func read(content Value, path string) Value {
	for path != "" && content != nil {
		elem, rest, _ := strings.Cut(path, "/")
		content = step(content, elem)
		path = rest
	}
	if content == nil {
		return Zero{}
	}
	return content
}

func step(content Value, elem string) Value {
	switch c := content.(type) {
	case *Struct:
		return c.field(elem)
	case *Array:
		if elem == anyElem {
			out := c.Rest
			for _, v := range c.Elems {
				out = Join(out, v)
			}
			return out
		}
		if i, ok := elemIndex(elem); ok && i < len(c.Elems) && c.Elems[i] != nil {
			return c.Elems[i]
		}
		return c.Rest
	case *Union:
		var out Value
		for _, v := range c.Of {
			out = Join(out, step(v, elem))
		}
		return out
	}
	return Select(content, elem, "")
}

func (in *Interp) store(target, v Value) {
	switch p := target.(type) {
	case Ptr:
		in.mem.store(p.Obj, p.Path, v)
	case *Union:
		for _, x := range p.Of {
			if q, ok := in.object(x); ok {
				old := in.load(q)
				in.store(q, Join(old, v))
			}
		}
	default:
		if q, ok := in.object(target); ok {
			in.store(q, v)
		}
	}
}

// write returns content with v at a path.
func write(content Value, path string, v Value) Value {
	if path == "" {
		return v
	}
	elem, rest, _ := strings.Cut(path, "/")
	switch c := content.(type) {
	case *Array:
		return writeElem(c, elem, rest, v)
	case *Union:
		var out Value
		for _, x := range c.Of {
			out = Join(out, write(x, path, v))
		}
		return out
	case *Struct:
		out := &Struct{Type: c.Type, Fields: make(map[string]Value, len(c.Fields)+1), Rest: c.Rest}
		for k, x := range c.Fields {
			out.Fields[k] = x
		}
		out.Fields[elem] = write(c.field(elem), rest, v)
		return out
	}
	if i, err := strconv.Atoi(elem); elem == anyElem || err == nil && i >= 0 {
		return writeElem(&Array{Rest: content}, elem, rest, v)
	}
	rst := content
	switch content.(type) {
	case Zero, *Param, *Unknown:
	default:
		rst = Zero{}
	}
	return write(&Struct{Rest: rst}, path, v)
}

// elemIndex returns the index that an element of a path is, if it is known and small
// enough to be kept apart.
func elemIndex(elem string) (int, bool) {
	i, err := strconv.Atoi(elem)
	return i, err == nil && i >= 0 && i < code.MaxArray
}

// writeElem returns a copy of an array with v at a path of an element.
func writeElem(a *Array, elem, rest string, v Value) Value {
	if _, ok := elemIndex(elem); !ok {
		out := &Array{Elems: make([]Value, len(a.Elems)), Rest: writePerhaps(a.Rest, rest, v)}
		for j, x := range a.Elems {
			out.Elems[j] = writePerhaps(x, rest, v)
		}
		return out
	}
	out := &Array{Elems: slices.Clone(a.Elems), Rest: a.Rest}
	out.setElem(elem, rest, v)
	return out
}

// writePerhaps returns content with v, or what it had before, if anything, at a path.
func writePerhaps(content Value, path string, v Value) Value {
	if content == nil {
		return write(nil, path, v)
	}
	return write(content, path, Join(read(content, path), v))
}

// setElem sets what an array has at a path of an element, in place, and reports
// whether it did: it does if the element is known.
func (a *Array) setElem(elem, rest string, v Value) bool {
	i, ok := elemIndex(elem)
	if !ok {
		return false
	}
	for len(a.Elems) <= i {
		a.Elems = append(a.Elems, a.Rest)
	}
	a.Elems[i] = write(a.Elems[i], rest, v)
	return true
}

// fieldOf returns a field of a struct value.
func (f *frame) fieldOf(v Value, in *code.Instr) Value {
	var out Value
	Each(v, func(x Value) {
		if s, ok := x.(*Struct); ok {
			if y, ok := s.Fields[in.Str]; ok {
				out = Join(out, y)
				return
			}
			x = s.Rest
		}
		out = Join(out, Select(x, in.Str, in.Tag))
	})
	return out
}

// fieldAddr returns a pointer to a field.
func (f *frame) fieldAddr(v Value, in *code.Instr) Value {
	var out Value
	Each(v, func(x Value) {
		p, ok := f.object(x)
		if !ok {
			return // a nil pointer: this value would panic
		}
		field := Ptr{Obj: p.Obj, Path: p.Path + in.Str + "/"}
		if in.Tag != "" {
			f.nameField(p, in)
		}
		out = Join(out, field)
	})
	if out == nil {
		return &Unknown{Why: "a field of a nil pointer", At: f.place(in)}
	}
	return out
}

// nameField gives a field that is filled from outside the name its tag says.
func (f *frame) nameField(p Ptr, in *code.Instr) {
	rest := f.load(p)
	if s, ok := rest.(*Struct); ok {
		if _, set := s.Fields[in.Str]; set {
			return
		}
		rest = s.Rest
	}
	switch rest.(type) {
	case *Param, *Unknown:
		v := Select(rest, in.Str, in.Tag)
		if o, ok := v.(*Unknown); ok && len(in.Types) > 0 {
			o.Field = code.BaseType(in.Types[0]).Member(in.Str)
		}
		common := f.mem.common
		f.store(Ptr{Obj: p.Obj, Path: p.Path + in.Str + "/"}, v)
		f.mem.common = common // whoever looks at the field gives it the same name
	}
}
