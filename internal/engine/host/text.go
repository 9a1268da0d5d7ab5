package host

import (
	"go/constant"
	"strings"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// gap stands for the parts of a text that are not constant.
const gap = "…"

// text handles the functions that make texts, such as the names of environment
// variables: what is constant of a text is kept.
func makeText(c *interp.Call, kind known.Kind) value.Value {
	if kind == known.Format {
		return format(c)
	}
	s, ok := value.StringValue(arg(c, 0))
	if !ok {
		return arg(c, 0)
	}
	switch kind {
	case known.Upper:
		s = strings.ToUpper(s)
	case known.Lower:
		s = strings.ToLower(s)
	case known.Replace:
		old, ok1 := value.StringValue(arg(c, 1))
		with, ok2 := value.StringValue(arg(c, 2))
		if !ok1 || !ok2 {
			return c.Unread()
		}
		s = strings.ReplaceAll(s, old, with)
	}
	return text(s, c.At)
}

// format returns the text that fmt.Sprintf makes, a sum of its parts where some are
// not constant. Verbs with flags make a part of which nothing is known.
func format(c *interp.Call) value.Value {
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
				part = value.Dynamic(args[0])
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
