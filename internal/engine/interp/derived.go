package interp

import (
	"strconv"
	"strings"
)

// derived returns the results of a call of a function that cannot be followed, as
// its derivation tells.
func (c *Call) derived() (Value, bool) {
	if c.derivation == "" {
		return nil, false
	}
	var out Tuple
	for _, from := range strings.Split(c.derivation, ";") {
		list, isPointer := strings.CutPrefix(from, "*")
		var v, pointers Value
		for _, source := range strings.Split(list, ",") {
			if len(source) < 2 {
				continue
			}
			i, err := strconv.Atoi(source[1:])
			if err != nil || i < 0 || i >= len(c.Args) {
				return nil, false
			}
			switch arg := c.Args[i]; source[0] {
			case 'v':
				v = Join(v, arg)
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
				for _, x := range elems {
					v = Join(v, x)
				}
				v = Join(v, rest)
			}
		}
		switch {
		case v == nil:
			v = &Opaque{Why: "the result of " + c.Sym, Deps: c.Args, At: c.At}
		case isPointer:
			v = Join(pointers, c.New("", v, c.At))
		}
		out = append(out, v)
	}
	if len(out) == 1 {
		return out[0], true
	}
	return out, len(out) == c.Results
}
