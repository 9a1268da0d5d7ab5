package interp

import (
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// unknownCall is the result of a call that cannot be followed. What it is given
// may be called or changed.
func (in *Interp) unknownCall(c *Call) value.Value {
	if v, ok := c.derived(); ok {
		return v
	}
	if c.Sym != "" && in.Host.SetsReflected(c.Sym) {
		in.setReflected(c)
	}
	outer := in.handing
	defer func() { in.handing = outer }()
	in.handing = c.Args
	if c.Sym == "" || !in.Host.Harmless(c.Sym) {
		keeps := c.Sym != "" && in.Host.Keeps(c.Sym)
		for _, a := range c.Args {
			if keeps {
				in.escapeFuncs(a, c.Sym, c.At)
			} else {
				in.escape(a, c.Sym, c.At, 0)
			}
		}
	}
	return c.Unread()
}

// Unread returns results of which nothing is known but where they come from.
func (c *Call) Unread() value.Value {
	why := "a call that cannot be followed"
	if c.Sym != "" {
		why = "the result of " + c.Sym.Written()
	}
	nonNil := false
	if c.Err && c.Results == 1 {
		nonNil = makesError(c.Sym)
		if wrapsError(c.Sym) && len(c.Args) > 0 {
			if o, ok := c.Args[0].(*value.Unknown); ok && o.NonNil {
				nonNil = true
			}
		}
	}
	if !c.Err && strings.HasPrefix(c.Sym.Last(), "With") && len(c.Args) > 0 && value.NonNil(c.Args[0]) {
		nonNil = true // what it is given, with something: a context, an option
	}
	unresolved := slices.ContainsFunc(c.Args, value.IsUnresolved)
	return unknownResults(c.Results, &value.Unknown{Why: why, Deps: c.Args, At: c.At, NonNil: nonNil, Unresolved: unresolved})
}

// makesError reports whether a function's result is an error that is never nil.
func makesError(sym symbol.Name) bool {
	switch sym.Last() {
	case "Errorf":
		return true
	case "New":
		return !sym.IsMethod() && strings.HasSuffix(sym.Package(), "errors")
	}
	return false
}

// wrapsError reports whether a function returns its first argument with more said
// of it, so that its result is nil only if that is.
func wrapsError(sym symbol.Name) bool {
	name := sym.Last()
	return strings.HasPrefix(name, "Wrap") || strings.HasPrefix(name, "WithMessage") || strings.HasPrefix(name, "WithStack")
}

// How deep in a value code that cannot be followed is taken to look for what it may call or fill, and for the functions
// that code which leaves the rest alone calls.
const (
	escapeDepth = 6
	calledDepth = 3
)

// escape hands a value to code that cannot be followed, which may call the
// functions in it, call its methods, and fill its fields. Depth is how deep the value lies in what the code was handed.
func (in *Interp) escape(v value.Value, to symbol.Name, at value.Place, depth int) {
	in.escapeFrom(nil, v, to, at, depth)
}

// escapeFrom is escape of what lies in an object that such code itself made, nil for none: what the program put there, such as the
// flags and commands of the application that a library made for it, is that code's to call and to fill. The rest of the object
// is unknown anyway.
func (in *Interp) escapeFrom(made *value.Object, v value.Value, to symbol.Name, at value.Place, depth int) {
	w := value.Walker{Memory: in.mem, Known: true}
	hidden := make(hiddenObjects)
	w.Visit = func(v value.Value, further int) bool {
		depth := depth + further
		if depth > escapeDepth {
			return false
		}
		switch v := v.(type) {
		case *value.Closure:
			in.escapeFunc(v, to, at, depth)
		case *value.Unknown:
			if o := in.filled[v]; o != nil && o != made {
				in.escapeFrom(o, value.Ptr{Obj: o}, to, at, depth)
			}
		case *value.Iface, *value.Union:
			return true
		case *value.Struct:
			hidden.addFields(v, to)
			return true
		case value.Slice:
			if depth == 0 {
				in.fillList(v, to, at)
			}
			return in.escapeObject(v.Obj)
		case value.Map:
			if depth == 0 { // one that something else holds is for its own code to fill
				in.fillMap(v, to, at)
			}
			return in.escapeObject(v.Obj)
		case value.Ptr:
			if v.Obj == made {
				return true
			}
			if in.isContext(v.Obj) {
				return false
			}
			if !in.Escaped(v.Obj) {
				in.escaped = append(in.escaped, v)
				in.Host.Filled(in, v)
			}
			if hidden[v.Obj] {
				hidden.add(in.mem.Get(v.Obj))
			} else if !v.Obj.Sealed {
				in.fillFrom(v, in.filler(to, at), to, at)
			}
			if v.Path != "" {
				return true // code that has a part of an object has not the rest
			}
			first := in.escapeObject(v.Obj)
			if !first && depth == 0 {
				in.escapeFuncs(in.mem.Get(v.Obj), to, at) // those that the program has put there since
			}
			return first
		}
		return false
	}
	w.Walk(v)
}

// The hiddenObjects are those that code which cannot be followed has no way to but by methods: it can neither name the fields that
// lead to them nor set anything there.
type hiddenObjects map[*value.Object]bool

// addFields adds what a function of another package cannot reach of a struct.
func (h hiddenObjects) addFields(s *value.Struct, by symbol.Name) {
	if !outside(s.Type, by) {
		return
	}
	for name, field := range s.Fields {
		if !token.IsExported(name) {
			h.add(field)
		}
	}
}

// add adds the objects that a value refers to.
func (h hiddenObjects) add(v value.Value) {
	w := value.Walker{Known: true, Visit: func(v value.Value, _ int) bool {
		switch v := v.(type) {
		case value.Ptr:
			h[v.Obj] = true
		case value.Slice:
			h[v.Obj] = true
		case value.Map:
			h[v.Obj] = true
		case *value.Iface, *value.Union, *value.Struct, *value.Array, *value.Entries:
			return true
		}
		return false
	}}
	w.Walk(v)
}

// outside reports whether a function is of another package than a type, so that it cannot name fields that are not exported.
func outside(typ string, fn symbol.Name) bool {
	return fn != "" && typ != "" && code.BaseType(typ).Package() != fn.Package()
}

// escapeObject notes that an object is handed out of sight, and reports whether it was not before.
func (in *Interp) escapeObject(o *value.Object) bool {
	if in.Escaped(o) {
		return false
	}
	in.escapedObjects[o] = true
	return true
}

// escapeFunc hands a function to code that cannot be followed. An argument of its own is
// called at once, unless it is known to be kept or serves requests; what a struct or a list holds is called later.
func (in *Interp) escapeFunc(fn *value.Closure, to symbol.Name, at value.Place, depth int) {
	if fn.Fn == nil || in.ran[fn] {
		return
	}
	if depth == 0 && !in.standingIn && !in.Host.Later(to) && !serves(fn.Fn) {
		in.callUnread(fn, to, at)
		return
	}
	in.escapedFuncs = append(in.escapedFuncs, escapedFunc{fn: fn, to: to, at: at, unresolved: in.standingIn})
}

// escapeFuncs hands the functions in a value to code that cannot be followed, and that
// is known to leave the rest alone.
func (in *Interp) escapeFuncs(v value.Value, to symbol.Name, at value.Place) {
	w := value.Walker{Known: true, Visit: func(v value.Value, depth int) bool {
		switch v := v.(type) {
		case *value.Closure:
			if depth <= calledDepth {
				in.escapeFunc(v, to, at, depth)
			}
		case *value.Unknown:
			in.escapeStored(v, to, at, depth)
		case *value.Iface, *value.Union, *value.Struct:
			return depth <= calledDepth
		}
		return false
	}}
	w.Walk(v)
}

// escapeStored hands over the functions that the program itself put into an object of code that cannot be followed, such as
// the commands of the application that a library made for it. What else it put there stays as it is.
func (in *Interp) escapeStored(v *value.Unknown, to symbol.Name, at value.Place, depth int) {
	o := in.filled[v]
	if o == nil {
		return
	}
	w := value.Walker{Memory: in.mem, Known: true}
	w.Visit = func(v value.Value, further int) bool {
		if depth+further > escapeDepth {
			return false
		}
		switch v := v.(type) {
		case *value.Closure:
			in.escapeFunc(v, to, at, depth+further)
		case *value.Iface, *value.Union, *value.Struct, value.Slice, value.Map, value.Ptr:
			return true
		}
		return false
	}
	w.Walk(value.Ptr{Obj: o})
}

// Leak hands values to code that cannot be followed, which may call the functions
// in them and their methods later.
func (in *Interp) Leak(values []value.Value, to symbol.Name, at value.Place) {
	for _, v := range values {
		if c, ok := value.Dynamic(v).(*value.Closure); ok {
			in.escapedFuncs = append(in.escapedFuncs, escapedFunc{fn: c, to: to, at: at})
			continue
		}
		in.Adopt(v)
		in.escape(v, to, at, 1)
	}
}

// Adopt notes that the Reconcile of what v points to will be called by code that
// cannot be followed.
func (in *Interp) Adopt(v value.Value) {
	value.Each(value.Dynamic(v), func(x value.Value) {
		if p, ok := value.Dynamic(x).(value.Ptr); ok && p.Obj.Type != "" {
			in.adopted = append(in.adopted, p)
		}
	})
}

// fillFrom marks what a pointer points to as filled by code that cannot be followed:
// what was not set before comes from there, and numbers may. From is what is known of the values that are put there.
func (in *Interp) fillFrom(p value.Ptr, from *value.Unknown, by symbol.Name, at value.Place) {
	switch c := in.load(p).(type) {
	case *value.Struct:
		if _, done := c.Rest.(*value.Unknown); done {
			return
		}
		in.store(p, in.filledStruct(c, from, by))
	case *value.Basic:
		in.store(p, in.work.Join(c, from))
	case value.Zero:
		in.store(p, from)
	case value.Map:
		in.fillMap(c, by, at)
	case value.Slice:
		if in.hasNumbers(c) {
			in.store(p, in.work.Join(c, from)) // another list, of any length
		}
	}
}

// hasNumbers reports whether a slice has elements that are known, and these are numbers: settings have such lists.
func (in *Interp) hasNumbers(s value.Slice) bool {
	elems, _ := in.elements(s)
	return len(elems) > 0 && !slices.ContainsFunc(elems, func(v value.Value) bool {
		_, number := value.NumberText(v)
		return !number
	})
}

// filledEntries returns entries to which others may have been added, or other values given.
func filledEntries(e *value.Entries, from value.Value) *value.Entries {
	out := &value.Entries{Keys: e.Keys, Vals: make([]value.Value, len(e.Vals)), Rest: from}
	for i, v := range e.Vals {
		switch v.(type) {
		case *value.Basic, value.Zero:
			v = value.Join(v, from)
		}
		out.Vals[i] = v
	}
	return out
}

// filledStruct is a struct after a function that is not read had it. Where that is of another package than the struct's type, it cannot
// set fields that are not exported.
func (in *Interp) filledStruct(s *value.Struct, from value.Value, by symbol.Name) *value.Struct {
	if _, zero := s.Rest.(value.Zero); !zero {
		return s
	}
	out := &value.Struct{Type: s.Type, Fields: make(map[string]value.Value, len(s.Fields)), Rest: from}
	elsewhere := outside(s.Type, by)
	for name, v := range s.Fields {
		if _, isStruct := v.(*value.Struct); !isStruct && elsewhere && !token.IsExported(name) {
			out.Fields[name] = v
			continue
		}
		switch x := v.(type) {
		case *value.Basic:
			v = in.work.Join(v, value.Select(from, name, ""))
		case value.Zero:
			v = value.Select(from, name, "")
		case *value.Struct:
			v = in.filledStruct(x, value.Select(from, name, ""), by)
		case value.Slice:
			if in.hasNumbers(x) {
				v = in.work.Join(x, value.Select(from, name, ""))
			}
		}
		out.Fields[name] = v
	}
	return out
}
