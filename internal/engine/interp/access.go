package interp

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// object returns the object behind a pointer that is not known, so that stores
// through it are remembered.
func (in *Interp) object(v value.Value) (value.Ptr, bool) {
	switch v := v.(type) {
	case value.Ptr:
		return v, true
	case *value.Param:
		o := in.paramObjects[v.Name]
		if o == nil {
			o = in.commonObject()
			in.paramObjects[v.Name] = o
			in.mem.SetInitial(o, &value.Struct{Rest: v})
		}
		return value.Ptr{Obj: o}, true
	case *value.Unknown:
		o := in.filled[v]
		if o == nil {
			o = in.commonObject()
			in.filled[v] = o
			in.mem.SetInitial(o, &value.Struct{Rest: v})
		}
		return value.Ptr{Obj: o}, true
	case *value.Iface:
		return in.object(v.V)
	}
	return value.Ptr{}, false
}

// Variables returns pointers to the package variables that the program came to, by their names.
func (in *Interp) Variables() []value.Value {
	var list []value.Value
	for _, sym := range slices.Sorted(maps.Keys(in.globals)) {
		list = append(list, value.Ptr{Obj: in.globals[sym]})
	}
	return list
}

// global returns the object of a package variable, after its package's
// initialisers have run.
func (in *Interp) global(sym symbol.Name) *value.Object {
	if o := in.globals[sym]; o != nil {
		return o
	}
	o := in.commonObject()
	in.globals[sym] = o
	if v, ok := in.Host.Global(sym); ok {
		in.mem.SetInitial(o, v)
		return o
	}
	owner := in.Root.PackageOf(sym)
	if owner == nil || owner.Funcs[symbol.Join(owner.Path, "init")] == nil {
		in.mem.SetInitial(o, &value.Unknown{Why: "package variable " + sym.Written()})
		return o
	}
	o.Type = owner.Vars[sym]
	var content value.Value = value.Zero{}
	switch {
	case in.OpenGlobals && owner.Assigned[sym]:
		content = &value.Param{Name: sym.Written(), Last: sym.Last()}
	case o.Type == code.StringVar && !owner.Assigned[sym]:
		content = &value.Unknown{Why: "package variable " + sym.Written() + ", which the linker may set"} // unless it has an initialiser
	case o.Type != "" && o.Type != code.StringVar:
		content = &value.Struct{Type: o.Type, Rest: value.Zero{}}
	}
	if in.lacking[owner.Path] {
		content = value.Maybe(content, &value.Unknown{Why: maybeLeft, Unresolved: true})
	}
	in.mem.SetInitial(o, content)
	in.start(owner)
	return o
}

// Memory returns the memory of the way that is followed.
func (in *Interp) Memory() *value.Memory { return in.mem }

// load returns what a pointer points to.
func (in *Interp) load(v value.Value) value.Value {
	switch v := v.(type) {
	case value.Ptr:
		if v.Path != "" {
			return value.Read(in.mem.Peek(v.Obj), v.Path)
		}
		return value.Read(in.mem.Get(v.Obj), "")
	case *value.Union:
		return in.work.Lift(v, func(x value.Value) value.Value {
			if _, isNil := x.(value.Zero); isNil {
				return nil
			}
			return in.load(x)
		})
	case *value.Param:
		if o := in.paramObjects[v.Name]; o != nil {
			return in.mem.Get(o)
		}
		return v
	case *value.Unknown:
		if o := in.filled[v]; o != nil {
			return in.mem.Get(o)
		}
		return v
	}
	return &value.Unknown{Why: "what a pointer that cannot be followed points to"}
}

// Load returns what a pointer points to, or v itself if it is no pointer.
func (in *Interp) Load(v value.Value) value.Value {
	v = value.Dynamic(v)
	if p, ok := v.(value.Ptr); ok {
		return in.load(p)
	}
	if _, ok := v.(*value.Union); ok {
		return in.work.Lift(v, in.Load)
	}
	return v
}

// Field returns a field of a struct or of what a pointer to one points to.
func (in *Interp) Field(v value.Value, name string) value.Value {
	v = value.Dynamic(v)
	if _, ok := v.(*value.Union); ok {
		return in.work.Lift(v, func(x value.Value) value.Value { return in.Field(x, name) })
	}
	if p, ok := v.(value.Ptr); ok {
		v = in.load(p)
		if _, again := v.(value.Ptr); again {
			return in.Field(v, name)
		}
	}
	return value.Select(v, name, "")
}

// SetField sets a field of the struct a pointer points to.
func (in *Interp) SetField(p value.Value, name string, v value.Value) {
	value.Each(value.Dynamic(p), func(x value.Value) {
		if ptr, ok := x.(value.Ptr); ok {
			in.store(value.Ptr{Obj: ptr.Obj, Path: ptr.Path + name + "/"}, v)
		}
	})
}

// Store sets what a pointer points to.
func (in *Interp) Store(p, v value.Value) { in.store(value.Dynamic(p), v) }

func (in *Interp) store(target, v value.Value) {
	switch p := target.(type) {
	case value.Ptr:
		in.mem.Store(p.Obj, p.Path, v)
		for _, o := range in.aliases[p.Obj] {
			if o != p.Obj && p.Path != "" && in.mem.Get(o) != nil { // it is there on this way
				in.mem.Store(o, p.Path, v)
			}
		}
	case *value.Union:
		for _, x := range p.Of {
			if q, ok := in.object(x); ok {
				old := in.load(q)
				in.store(q, in.work.Join(old, v))
			}
		}
	default:
		if q, ok := in.object(target); ok {
			in.store(q, v)
		}
	}
}

// fieldOf returns a field of a struct value.
func (f *frame) fieldOf(v value.Value, in *code.Instr) value.Value {
	var tag string
	if in.Tagged != nil {
		tag = in.Tagged.Tag
	}
	out := value.Collector{Work: f.work}
	value.Each(v, func(x value.Value) {
		if s, ok := x.(*value.Struct); ok {
			if y, ok := s.Fields[in.Str]; ok {
				out.Add(y)
				return
			}
			x = s.Rest
		}
		out.Add(value.Select(x, in.Str, tag))
	})
	return out.Value()
}

// fieldAddr returns a pointer to a field.
func (f *frame) fieldAddr(v value.Value, in *code.Instr) value.Value {
	out := value.Collector{Work: f.work}
	value.Each(v, func(x value.Value) {
		p, ok := f.object(x)
		if !ok {
			return // a nil pointer: this value would panic
		}
		field := value.Ptr{Obj: p.Obj, Path: p.Path + in.Str + "/"}
		if in.Tagged != nil {
			f.nameField(p, in)
		}
		out.Add(field)
	})
	if out.Empty() {
		return &value.Unknown{Why: "a field of a nil pointer", At: f.place(in)}
	}
	return out.Value()
}

// nameField gives a field that is filled from outside the name its tag says.
func (f *frame) nameField(p value.Ptr, in *code.Instr) {
	rest := f.load(p)
	if s, ok := rest.(*value.Struct); ok {
		if _, set := s.Fields[in.Str]; set {
			return
		}
		rest = s.Rest
	}
	switch rest.(type) {
	case *value.Param, *value.Unknown:
		v := value.Select(rest, in.Str, in.Tagged.Tag)
		if o, ok := v.(*value.Unknown); ok {
			o.Field = code.BaseType(in.Tagged.Of).Member(in.Str)
		}
		f.mem.StoreUnseen(p.Obj, p.Path+in.Str+"/", v) // whoever looks at the field gives it the same name
	}
}

func (f *frame) place(in *code.Instr) value.Place { return value.Place{Pos: in.Pos, Node: f.node} }

// value returns the value of an operand.
func (f *frame) value(arg int) value.Value {
	if arg >= 0 {
		v := f.regs[arg]
		if u, ok := v.(*value.Union); ok {
			f.work.Add(2 * value.Instruction * len(u.Of)) // as if it ran for each
		}
		return v
	}
	k := &f.body.Consts[^arg]
	switch k.Kind {
	case code.ConstBasic:
		return &value.Basic{Val: f.body.Basic(arg)}
	case code.ConstGlobal:
		return value.Ptr{Obj: f.global(symbol.Name(k.Text))}
	case code.ConstFunc:
		return &value.Closure{Sym: symbol.Name(k.Text), Fn: f.Root.Find(symbol.Name(k.Text)), Types: f.types}
	}
	return value.Zero{}
}

// receiver returns what a method called on p gets: p, or what p points to.
func (in *Interp) receiver(fn *code.Func, p value.Ptr) value.Value {
	if len(fn.ParamTypes) > 0 && !strings.HasPrefix(fn.ParamTypes[0], "*") {
		return in.load(p)
	}
	return p
}

// maybeLeft is why nothing is known of what depends on a condition that such code computes, or code that takes too much work.
const maybeLeft = "a condition that depends on code that does not type-check or takes too much work to be followed"
