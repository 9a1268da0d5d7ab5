package host

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// flag handles the functions of flag libraries.
func (h *Host) flag(c *interp.Call, kind known.Kind) (value.Value, bool) {
	switch kind {
	case known.FlagPointer:
		return c.New("*", h.defined(c, flagArgs(c)), c.At), true
	case known.FlagVar:
		at := flagArgs(c)
		c.Store(arg(c, at), h.defined(c, at+1))
		return nil, true
	case known.FlagValue:
		return withError(c, h.named(c, "flag", len(c.Args)-1)), true
	case known.FlagClause:
		p := c.New(clauseType, h.named(c, "flag", len(c.Args)-2), c.At)
		return p, true
	case known.FlagClauseMethod:
		clause := arg(c, 0)
		if p, ok := clause.(value.Ptr); ok {
			clause = value.Ptr{Obj: p.Obj} // the method may be that of an embedded part
		}
		isValue, isVar := known.ClauseValue(c.Sym.Last())
		switch {
		case isValue:
			return c.New("*", c.Load(clause), c.At), true
		case isVar:
			c.Store(arg(c, 1), c.Load(clause))
			return nil, true
		}
		clauseDefault(c, clause)
		return clause, true
	case known.Getenv:
		v := h.named(c, "environment variable", 0)
		if c.Results == 2 {
			return value.Tuple{v, &value.Unknown{Why: "whether a variable is set"}}, true
		}
		return v, true
	}
	return nil, false
}

// defined returns the flag that a call defines whose name is argument i. Its default comes next but for a
// shorthand, which functions take whose names end in P.
func (h *Host) defined(c *interp.Call, i int) value.Value {
	v := h.named(c, "flag", i)
	if flag, ok := v.(*Input); ok && flag.Default == nil {
		if strings.HasSuffix(c.Sym.Last(), "P") {
			i++
		}
		flag.Default = arg(c, i+1)
	}
	return v
}

// flagArgs returns where the arguments proper of a flag function begin: after the
// flag set, if it is a method.
func flagArgs(c *interp.Call) int {
	if c.Sym.Owner().Last() == "FlagSet" {
		return 1
	}
	return 0
}

// named returns the input whose name is argument i.
func (h *Host) named(c *interp.Call, kind string, i int) value.Value {
	name, ok := value.StringValue(arg(c, i))
	if !ok {
		name = pattern(arg(c, i))
		return &value.Unknown{Why: "a name made at run time", Name: kind + " " + name, Last: name, Set: true, At: c.At}
	}
	input := h.input(kind, name, c.At)
	if known.Func(c.Sym) == known.Getenv && input.At != c.At {
		// A flag has one definition; what a variable decides is decided where it is read.
		return &Input{kind: kind, Name: name, At: c.At, first: input}
	}
	return input
}
