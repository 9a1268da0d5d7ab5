package interp

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// doesNotTypeCheck is why nothing is known of what such code computes.
const doesNotTypeCheck = "code that does not type-check"

// Unresolved returns the results of a call that stands for code which does not type-check.
// That code may call the functions and change all that it is given, and return anything.
func (c *Call) Unresolved() Value {
	in := c.Interp
	in.partial = true
	if c.Sym.Last() == "From" && len(c.Args) == 1 {
		if path, ok := StringValue(c.Args[0]); ok {
			in.loseVariables(path, c.At)
		}
	}
	// What is made from an error that is not nil is one.
	nonNil := c.Sym.Last() == "Wrap" && len(c.Args) > 0 && failed(c.Args[0])
	// Whether functions are called at once or kept is not known. What they could change meanwhile is unknown,
	// and later there is more of it.
	in.standingIn = true
	defer func() { in.standingIn = false }()
	for _, a := range c.variadic() {
		in.escape(a, "", c.At, 0)
		in.havoc(a, c.At, make(map[*Object]bool), 0)
		if fn, ok := Dynamic(a).(*Closure); ok {
			in.havocStores(fn.Fn, c.At, make(map[*code.Func]bool), 0)
		}
	}
	unresolved := &Unknown{Why: doesNotTypeCheck, At: c.At, Unresolved: true, NonNil: nonNil}
	switch c.Results {
	case 0:
		return nil
	case 1:
		return unresolved
	}
	out := make(Tuple, c.Results)
	for i := range out {
		out[i] = unresolved
	}
	return out
}

// loseVariables makes the variables of a package unknown that lacks declarations: what is
// missing may set them.
func (in *Interp) loseVariables(path string, at Place) {
	if in.lacking[path] {
		return
	}
	in.lacking[path] = true
	init := symbol.Join(path, "init")
	if owner := in.Root.PackageOf(init); owner != nil && owner.Funcs[init] != nil {
		in.start(owner)
	}
	seen := make(map[*Object]bool)
	for _, sym := range slices.Sorted(maps.Keys(in.globals)) {
		if sym.In(path) {
			in.havoc(Ptr{Obj: in.globals[sym]}, at, seen, 0)
		}
	}
}

// havocStores makes the package variables unknown that a function and those that it calls set: it may
// have run, and run again.
func (in *Interp) havocStores(fn *code.Func, at Place, seen map[*code.Func]bool, depth int) {
	if fn == nil || seen[fn] || depth > 3 {
		return
	}
	seen[fn] = true
	body := fn.Body()
	for _, b := range body.Blocks {
		for i := range b.Instrs {
			switch instr := &b.Instrs[i]; instr.Op {
			case code.OpStore:
				if sym := storedIn(body, instr.Args[0]); sym != "" {
					in.havoc(Ptr{Obj: in.global(sym)}, at, make(map[*Object]bool), 0)
				}
			case code.OpCall, code.OpClosure, code.OpMethod, code.OpDefer, code.OpGo:
				in.havocStores(in.Root.Find(instr.Symbol()), at, seen, depth+1)
			}
		}
	}
}

// storedIn returns the package variable that an address lies in, "" if it lies in none.
func storedIn(body *code.Body, address int) symbol.Name {
	for range 8 {
		if address < 0 {
			if k := body.Consts[^address]; k.Kind == code.ConstGlobal {
				return symbol.Name(k.Text)
			}
			return ""
		}
		def := body.Definition(address)
		if def == nil || def.Op != code.OpFieldAddr && def.Op != code.OpIndexAddr {
			return ""
		}
		address = def.Args[0]
	}
	return ""
}

// variadic returns the arguments of a call, those in the slice of the last parameter one by one.
func (c *Call) variadic() []Value {
	var args []Value
	for _, a := range c.Args {
		s, ok := a.(Slice)
		if !ok {
			args = append(args, a)
			continue
		}
		if content, ok := c.mem.get(s.Obj).(*Array); ok {
			args = append(args, content.Elems...)
		}
	}
	return args
}

// havoc makes everything unknown that can be reached from v: it may be what it was, or anything else.
func (in *Interp) havoc(v Value, at Place, seen map[*Object]bool, depth int) {
	if depth > 8 {
		return
	}
	var object *Object
	switch v := v.(type) {
	case *Iface:
		in.havoc(v.V, at, seen, depth)
	case *Union:
		for _, x := range v.Of {
			in.havoc(x, at, seen, depth+1)
		}
	case *Struct:
		for _, name := range slices.Sorted(maps.Keys(v.Fields)) {
			in.havoc(v.Fields[name], at, seen, depth+1)
		}
	case *Closure:
		for _, x := range v.Bound {
			in.havoc(x, at, seen, depth+1)
		}
	case Ptr:
		object = v.Obj
	case Slice:
		object = v.Obj
	case Map:
		object = v.Obj
	}
	if object == nil || object.Sealed || seen[object] {
		return
	}
	seen[object] = true
	content := in.mem.get(object)
	in.havoc(content, at, seen, depth+1)
	from := &Unknown{Why: doesNotTypeCheck, At: at, Unresolved: true}
	switch c := content.(type) {
	case *Array:
		for _, x := range c.Elems {
			in.havoc(x, at, seen, depth+1)
		}
	case *Entries:
		for _, x := range c.Vals {
			in.havoc(x, at, seen, depth+1)
		}
	}
	in.mem.set(object, maybe(content, from))
}

// maybe returns a value that is v or, in each of its parts, the unknown value from.
func maybe(v Value, from *Unknown) Value {
	switch v := v.(type) {
	case *Struct:
		out := &Struct{Type: v.Type, Fields: make(map[string]Value, len(v.Fields)), Rest: Join(v.Rest, from)}
		for name, x := range v.Fields {
			out.Fields[name] = maybe(x, Select(from, name, "").(*Unknown))
		}
		return out
	case *Array:
		out := &Array{Elems: make([]Value, len(v.Elems)), Rest: from}
		if v.Rest != nil {
			out.Rest = Join(v.Rest, from)
		}
		for i, x := range v.Elems {
			out.Elems[i] = maybe(x, from)
		}
		return out
	case *Entries:
		out := &Entries{Keys: v.Keys, Vals: make([]Value, len(v.Vals)), Rest: from}
		for i, x := range v.Vals {
			out.Vals[i] = maybe(x, from)
		}
		return out
	case nil:
		return from
	}
	return Join(v, from)
}

// IsUnresolved reports whether a value may come from code that does not type-check.
func IsUnresolved(v Value) bool {
	found := false
	Each(v, func(x Value) {
		if o, ok := Dynamic(x).(*Unknown); ok && o.Unresolved {
			found = true
		}
	})
	return found
}
