package host

import (
	"go/constant"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// gap stands for the parts of a text that are not constant.
const gap = "…"

// texts are the functions that make texts, such as the names of environment variables: what is constant of a text is kept.
var texts = map[symbol.Name]meaning{
	"fmt.Sprintf":        gives(format),
	"fmt.Fprint":         gives(write),
	"fmt.Fprintf":        gives(write),
	"fmt.Fprintln":       gives(write),
	"strconv.Itoa":       gives(digits),
	"strconv.Atoi":       parsed,
	"strconv.ParseInt":   parsed,
	"strings.ToUpper":    changes(func(_ *interp.Call, s string) (string, bool) { return strings.ToUpper(s), true }),
	"strings.ToLower":    changes(func(_ *interp.Call, s string) (string, bool) { return strings.ToLower(s), true }),
	"strings.ReplaceAll": changes(replace),
}

func text(s string, at value.Place) value.Value {
	return &value.Basic{Val: constant.MakeString(s), At: at}
}

// changes is the meaning of a function that changes its first argument. One of which nothing is known it leaves as it is.
func changes(change func(c *interp.Call, s string) (string, bool)) meaning {
	return gives(func(_ *Host, c *interp.Call) value.Value {
		s, ok := value.StringValue(arg(c, 0))
		if !ok {
			return arg(c, 0)
		}
		if s, ok = change(c, s); !ok {
			return c.Unread()
		}
		return text(s, c.At)
	})
}

// digits returns the text of a number.
func digits(_ *Host, c *interp.Call) value.Value {
	return value.Lift(arg(c, 0), func(v value.Value) value.Value {
		s, ok := plain(v)
		if !ok || s == "" {
			return c.Unread()
		}
		return text(s, c.At)
	})
}

func replace(c *interp.Call, s string) (string, bool) {
	old, ok1 := value.StringValue(arg(c, 1))
	with, ok2 := value.StringValue(arg(c, 2))
	return strings.ReplaceAll(s, old, with), ok1 && ok2
}

// format returns the text that fmt.Sprintf makes, a sum of its parts where some are
// not constant. Verbs with flags make a part of which nothing is known.
func format(_ *Host, c *interp.Call) value.Value {
	pattern, ok := value.StringValue(arg(c, 0))
	args, rest := c.Elements(arg(c, 1))
	if !ok || rest != nil {
		return c.Unread()
	}
	var out value.Value = text("", c.At)
	for {
		before, after, found := strings.Cut(pattern, "%")
		out = sum(out, text(before, c.At), c.At)
		switch {
		case !found:
			return out
		case after == "" || after[0] != '%' && len(args) == 0:
			return c.Unread() // a mistake of the program's
		case after[0] == '%':
			out = sum(out, text("%", c.At), c.At)
		default:
			var part value.Value = &value.Unknown{Why: "a part of a text", At: c.At}
			if strings.IndexByte("sdv", after[0]) >= 0 {
				part = shown(c, args[0], after[0])
			}
			out, args = sum(out, part, c.At), args[1:]
			after = strings.TrimLeft(after, "+-# 0123456789.")
			if after == "" {
				return c.Unread()
			}
		}
		pattern = after[1:]
	}
}

// shown returns what a verb makes of an argument: the text of its method, if it has one that the verb calls.
func shown(c *interp.Call, v value.Value, verb byte) value.Value {
	return value.Lift(v, func(v value.Value) value.Value {
		i, ok := v.(*value.Iface)
		if !ok || verb == 'd' {
			return value.Dynamic(v)
		}
		for _, name := range []symbol.Name{"error.Error", "fmt.Stringer.String"} {
			if _, _, has := c.Method(i.Type, i.V, name.Last()); has {
				return c.CallMethod(c.At, name, 1, false, i)
			}
		}
		if _, isText := value.StringValue(i.V); !isText && strings.Contains(i.Type, ".") {
			return &value.Unknown{Why: "the text of a " + i.Type, Deps: []value.Value{i.V}, At: c.At} // it may have such a method
		}
		return i.V
	})
}

// write calls the method of the program's own writer that a function of package fmt writes to.
func write(_ *Host, c *interp.Call) value.Value {
	if w, ok := arg(c, 0).(*value.Iface); ok {
		if _, _, has := c.Method(w.Type, w.V, "Write"); has {
			c.CallMethod(c.At, "io.Writer.Write", 2, true, w, &value.Unknown{Why: "a text", At: c.At})
		}
	}
	return c.Unread()
}

// sum returns the text x followed by y.
func sum(x, y value.Value, at value.Place) value.Value {
	before, ok1 := value.StringValue(x)
	after, ok2 := plain(y)
	switch {
	case ok1 && ok2:
		return text(before+after, at)
	case ok1 && before == "":
		return y
	case ok2 && after == "":
		return x
	}
	return &value.Arith{Op: "+", X: x, Y: y}
}

// plain returns the text of a constant string or number.
func plain(v value.Value) (string, bool) {
	if b, ok := v.(*value.Basic); ok && b.Val.Kind() == constant.Int {
		return b.Val.ExactString(), true
	}
	return value.StringValue(v)
}

// pattern returns what is constant of a text, with a gap for each part that is not.
func pattern(v value.Value) string {
	switch v := v.(type) {
	case *value.Arith:
		if v.Op == "+" && v.Y != nil {
			return strings.ReplaceAll(pattern(v.X)+pattern(v.Y), gap+gap, gap)
		}
	case *value.Basic:
		if v.Val.Kind() == constant.String {
			return constant.StringVal(v.Val)
		}
	}
	return gap
}

// parsed reads a whole number from its first argument, a text, as its other arguments say: what it returns of a constant text, and an
// error that is nil or not. It is followed as any other call where the arguments are not known.
func parsed(_ *Host, c *interp.Call) (value.Value, bool) {
	how := []int{10, 0}
	for i := range c.Args[1:] {
		n, ok := value.IntValue(c.Args[i+1])
		if !ok {
			return nil, false
		}
		how[i] = n
	}
	if !value.Every(c.Args[0], func(x value.Value) bool { _, ok := value.StringValue(x); return ok }) {
		return nil, false
	}
	return value.Lift(c.Args[0], func(x value.Value) value.Value {
		s, _ := value.StringValue(x)
		n, err := strconv.ParseInt(s, how[0], how[1])
		if err != nil {
			failed := &value.Unknown{Why: "the error of " + c.Sym.Written(), At: c.At, NonNil: true}
			return value.Tuple{&value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}, failed}
		}
		return value.Tuple{&value.Basic{Val: constant.MakeInt64(n), At: c.At}, value.Zero{At: c.At}}
	}), true
}
