package interp

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// doesNotTypeCheck is why nothing is known of what such code computes.
const doesNotTypeCheck = "code that does not type-check"

// Unresolved returns the results of a call that stands for code which does not type-check.
// That code may call the functions and change all that it is given, and return anything.
func (c *Call) Unresolved() value.Value {
	in := c.Interp
	in.partial = true
	if c.Sym.Last() == "From" && len(c.Args) == 1 {
		if path, ok := value.StringValue(c.Args[0]); ok {
			in.loseVariables(path, c.At)
		}
	}
	// What is made from an error that is not nil is one.
	nonNil := c.Sym.Last() == "Wrap" && len(c.Args) > 0 && value.NonNil(c.Args[0])
	// Whether functions are called at once or kept is not known. What they could change meanwhile is unknown,
	// and later there is more of it.
	in.standingIn = true
	defer func() { in.standingIn = false }()
	for _, a := range c.variadic() {
		in.escape(a, "", c.At, 0)
		in.havoc(a, unresolvedAt(c.At))
		if fn, ok := value.Dynamic(a).(*value.Closure); ok {
			in.havocStores(fn.Fn, unresolvedAt(c.At), make(map[*code.Func]bool), 0)
		}
	}
	return unknownResults(c.Results, &value.Unknown{Why: doesNotTypeCheck, At: c.At, Unresolved: true, NonNil: nonNil})
}

// loseVariables makes the variables of a package unknown that lacks declarations: what is
// missing may set them.
func (in *Interp) loseVariables(path string, at value.Place) {
	if in.lacking[path] {
		return
	}
	in.lacking[path] = true
	init := symbol.Join(path, "init")
	if owner := in.Root.PackageOf(init); owner != nil && owner.Funcs[init] != nil {
		in.start(owner)
	}
	var variables value.Tuple
	for _, sym := range slices.Sorted(maps.Keys(in.globals)) {
		if sym.In(path) {
			variables = append(variables, value.Ptr{Obj: in.globals[sym]})
		}
	}
	in.havoc(variables, unresolvedAt(at))
}

// havocStores makes the package variables unknown that a function and those that it calls set: it may
// have run, and run again.
func (in *Interp) havocStores(fn *code.Func, from *value.Unknown, seen map[*code.Func]bool, depth int) {
	if fn == nil || seen[fn] || depth > 3 {
		return
	}
	seen[fn] = true
	body := fn.Body()
	for instr := range body.All() {
		switch instr.Op {
		case code.OpStore:
			if sym := storedIn(body, instr.Args[0]); sym != "" {
				in.havoc(value.Ptr{Obj: in.global(sym)}, from)
			}
		case code.OpCall, code.OpClosure, code.OpMethod, code.OpDefer, code.OpGo:
			in.havocStores(in.Root.Find(instr.Symbol()), from, seen, depth+1)
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
func (c *Call) variadic() []value.Value {
	var args []value.Value
	for _, a := range c.Args {
		s, ok := a.(value.Slice)
		if !ok {
			args = append(args, a)
			continue
		}
		if content, ok := c.mem.Get(s.Obj).(*value.Array); ok {
			args = append(args, content.Elems...)
		}
	}
	return args
}

// havocDepth is how deep in a value code that does not type-check is taken to change something.
const havocDepth = 8

func unresolvedAt(at value.Place) *value.Unknown {
	return &value.Unknown{Why: doesNotTypeCheck, At: at, Unresolved: true}
}

// havoc makes everything unknown that can be reached from v: it may be what it was, or anything else, which comes from there.
func (in *Interp) havoc(v value.Value, from *value.Unknown) {
	var objects []*value.Object
	seen := make(map[*value.Object]bool)
	w := value.Walker{Memory: in.mem, Whole: true, Known: true}
	w.Visit = func(v value.Value, depth int) bool {
		in.work.Add(1)
		if depth > havocDepth {
			return false
		}
		var object *value.Object
		switch v := v.(type) {
		case *value.Iface, *value.Union, *value.Struct, *value.Closure, value.Tuple:
			return true
		case value.Ptr:
			object = v.Obj
		case value.Slice:
			object = v.Obj
		case value.Map:
			object = v.Obj
		}
		if object == nil || object.Sealed || seen[object] || in.isContext(object) {
			return false
		}
		seen[object] = true
		objects = append(objects, object)
		return true
	}
	w.Walk(v)
	for _, o := range slices.Backward(objects) {
		content := in.mem.Get(o)
		in.work.Add(value.Size(content))
		in.mem.Set(o, value.Maybe(content, from))
	}
}
