package interp

import (
	"strconv"
	"strings"
)

// held is the field that stands for all that a value of a generic type holds of its
// type parameter, where the type's code cannot be read.
const held = "[]"

// computed is the form of a result that is computed from its sources, and need be none of them.
const computed = "+"

// derived returns the results of a call of a function that cannot be followed, as
// its derivation tells.
func (c *Call) derived() (Value, bool) {
	if c.derivation == "" {
		return nil, false
	}
	var out Tuple
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
		c.escapeFuncs(a, c.Sym, c.At, 0)
	}
	if len(out) == 1 {
		return out[0], true
	}
	return out, len(out) == c.Results
}

// made returns one result in its form, made from the arguments that sources names.
func (c *Call) made(form, sources string) (Value, bool) {
	var from []Value // the values of each source
	var pointers Value
	for _, source := range strings.Split(sources, ",") {
		if len(source) < 2 {
			continue
		}
		i, err := strconv.Atoi(source[1:])
		if err != nil || i < 0 || i >= len(c.Args) {
			return nil, false
		}
		arg := c.Args[i]
		var v Value
		switch source[0] {
		case 'v':
			v = arg
		case 'p':
			Each(arg, func(x Value) {
				if _, isNil := x.(Zero); isNil {
					return
				}
				pointers = Join(pointers, x)
				v = Join(v, c.load(x))
			})
		case 's':
			elems, rest := c.elements(arg)
			for _, x := range append(elems, rest) {
				if form == computed && x != nil {
					from = append(from, x)
				} else {
					v = Join(v, x)
				}
			}
		case 'c':
			v = c.contents(arg)
		}
		if v != nil {
			from = append(from, v)
		}
	}
	if len(from) == 0 {
		return &Unknown{Why: "the result of " + c.Sym.Written(), Deps: c.Args, At: c.At}, true
	}
	v := from[0]
	if form == computed && len(from) == 1 {
		return &Arith{Op: c.Sym.Last(), X: v}, true
	}
	for _, x := range from[1:] {
		if form == computed {
			v = &Arith{Op: c.Sym.Last(), X: v, Y: x}
		} else {
			v = Join(v, x)
		}
	}
	switch form {
	case "*":
		v = Join(pointers, c.New("", v, c.At))
	case "<":
		v = &Struct{Fields: map[string]Value{held: v}, Rest: &Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}}
	}
	return v, true
}

// contents returns what a value of a generic type holds, nil if it is empty.
func (c *Call) contents(v Value) Value {
	var out Value
	Each(c.Load(v), func(x Value) {
		switch x := x.(type) {
		case nil, Zero:
		case *Struct:
			if h, ok := x.Fields[held]; ok {
				out = Join(out, h)
			} else {
				out = Join(out, &Unknown{Why: "what a " + x.Type + " holds", At: c.At})
			}
		default:
			out = Join(out, x)
		}
	})
	return out
}
