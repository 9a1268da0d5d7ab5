package interp

import (
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/value"
)

// held is the field that stands for all that a value of a generic type holds of its
// type parameter, where the type's code cannot be read.
const held = "[]"

// computed is the form of a result that is computed from its sources, and need be none of them.
const computed = "+"

// derived returns the results of a call of a function that cannot be followed, as
// its derivation tells.
func (c *Call) derived() (value.Value, bool) {
	if c.derivation == "" {
		return nil, false
	}
	var out value.Tuple
	for _, from := range strings.Split(c.derivation, ";") {
		form, sources := "", from
		if from != "" && strings.Contains("*<+", from[:1]) {
			form, sources = from[:1], from[1:]
		}
		v, ok := c.made(form, sources)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	for _, a := range c.Args {
		c.escapeFuncs(a, c.Sym, c.At)
	}
	if len(out) == 1 {
		return out[0], true
	}
	return out, len(out) == c.Results
}

// made returns one result in its form, made from the arguments that sources names.
func (c *Call) made(form, sources string) (value.Value, bool) {
	var from []value.Value // the values of each source
	var pointers value.Value
	var changed []value.Value // by these functions, in their order
	for _, source := range strings.Split(sources, ",") {
		if len(source) < 2 {
			continue
		}
		i, err := strconv.Atoi(source[1:])
		if err != nil || i < 0 || i >= len(c.Args) {
			return nil, false
		}
		arg := c.Args[i]
		var v value.Value
		switch source[0] {
		case 'v':
			v = arg
		case 'p':
			value.Each(arg, func(x value.Value) {
				if _, isNil := x.(value.Zero); isNil {
					return
				}
				pointers = value.Join(pointers, x)
				v = value.Join(v, c.load(x))
			})
		case 's':
			elems, rest := c.elements(arg)
			for _, x := range append(elems, rest) {
				if form == computed && x != nil {
					from = append(from, x)
				} else {
					v = value.Join(v, x)
				}
			}
		case 'c':
			v = c.contents(arg)
		case 'f':
			if _, isSlice := arg.(value.Slice); isSlice {
				elems, rest := c.elements(arg)
				changed = append(append(changed, elems...), rest)
			} else {
				changed = append(changed, arg)
			}
			continue
		}
		if v != nil {
			from = append(from, v)
		}
	}
	if form != computed && form != "<" && strings.Contains(sources, "f") {
		return c.changedBy(changed, form, pointers, from), true
	}
	if len(from) == 0 {
		return &value.Unknown{Why: "the result of " + c.Sym.Written(), Deps: c.Args, At: c.At}, true
	}
	v := from[0]
	if form == computed && len(from) == 1 {
		return &value.Arith{Op: c.Sym.Last(), X: v}, true
	}
	for _, x := range from[1:] {
		if form == computed {
			v = &value.Arith{Op: c.Sym.Last(), X: v, Y: x}
		} else {
			v = value.Join(v, x)
		}
	}
	switch form {
	case "*":
		v = value.Join(pointers, c.New("", v, c.At))
	case "<":
		v = &value.Struct{Fields: map[string]value.Value{held: v}, Rest: &value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}}
	}
	return v, true
}

// changedBy returns a value, or a pointer to it, after functions have changed it: one of those that it is made
// from, or a new one.
func (c *Call) changedBy(functions []value.Value, form string, pointers value.Value, from []value.Value) value.Value {
	target := pointers
	if target == nil || form != "*" {
		var content value.Value
		for _, x := range from {
			content = value.Join(content, x)
		}
		if content == nil {
			content = &value.Struct{Rest: value.Zero{At: c.At}}
		}
		target = c.New("", content, c.At)
	}
	for _, f := range functions {
		if f != nil && !value.IsZero(f) {
			c.Invoke(f, target)
		}
	}
	if form == "*" {
		return target
	}
	return c.Load(target)
}

// contents returns what a value of a generic type holds, nil if it is empty.
func (c *Call) contents(v value.Value) value.Value {
	out := value.Collector{Work: c.work}
	value.Each(c.Load(v), func(x value.Value) {
		switch x := x.(type) {
		case nil, value.Zero:
		case *value.Struct:
			if h, ok := x.Fields[held]; ok {
				out.Add(h)
			} else {
				out.Add(&value.Unknown{Why: "what a " + x.Type + " holds", At: c.At})
			}
		default:
			out.Add(x)
		}
	})
	return out.Value()
}
