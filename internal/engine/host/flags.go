package host

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// clauseType is that of the objects that the clauses of flags are.
const clauseType = "flag clause"

// flagKinds are the functions of flag libraries.
var flagKinds = map[known.Kind]meaning{
	known.FlagPointer: gives(func(h *Host, c *interp.Call) value.Value { return c.New("*", h.defined(c, flagArgs(c)), c.At) }),
	known.FlagVar: gives(func(h *Host, c *interp.Call) value.Value {
		at := flagArgs(c)
		set := h.defined(c, at+1)
		if other, ok := c.Load(arg(c, at)).(*Input); ok && !other.SameAs(set) {
			if flag, ok := set.(*Input); ok {
				flag.Beside = other
			}
			set = value.Join(other, set) // either may be given
		}
		c.Store(arg(c, at), set)
		return nil
	}),
	known.FlagOwn: (*Host).ownFlag,
	known.FlagFunc: gives(func(h *Host, c *interp.Call) value.Value {
		c.Repeatedly(arg(c, len(c.Args)-1), h.named(c, "flag", flagArgs(c)))
		return nil
	}),
	known.FlagValue: gives(func(h *Host, c *interp.Call) value.Value {
		return withError(c, h.named(c, "flag", len(c.Args)-1))
	}),
	known.SettingValue: gives(func(h *Host, c *interp.Call) value.Value {
		kind := "setting"
		if h.bindsFlags {
			kind = "flag"
		}
		return withError(c, h.named(c, kind, len(c.Args)-1))
	}),
	known.BindFlags: func(h *Host, _ *interp.Call) (value.Value, bool) {
		h.bindsFlags = true
		return nil, false
	},
	known.FlagClause: gives(func(h *Host, c *interp.Call) value.Value {
		return c.New(clauseType, h.named(c, "flag", len(c.Args)-2), c.At)
	}),
	known.FlagClauseMethod: gives(clauseMethod),
}

// ownFlag defines a flag whose value is of a type that the program has made. What such a value points to, or has a pointer to, is what
// the flag sets, if it is a number, a text or a truth value. Any other value is filled as by any code that cannot be followed.
func (h *Host) ownFlag(c *interp.Call) (value.Value, bool) {
	at := flagArgs(c)
	flag, ok := h.named(c, "flag", at+1).(*Input)
	if !ok {
		return nil, false
	}
	set := plainTargets(c, arg(c, at), 0)
	for _, p := range set {
		if before, ok := c.Load(p).(*value.Basic); ok && flag.Default == nil {
			flag.Default = before
		}
		c.Store(p, flag)
	}
	if len(set) == 0 {
		return nil, false
	}
	if c.Results == 0 {
		return nil, true
	}
	return c.Unread(), true
}

// plainTargets returns the pointers that a value is or holds to numbers, texts and truth values, and to what is still empty.
func plainTargets(c *interp.Call, v value.Value, depth int) []value.Ptr {
	p, ok := value.Dynamic(v).(value.Ptr)
	if !ok || depth > 1 {
		return nil
	}
	switch content := c.Load(p).(type) {
	case *value.Basic, value.Zero:
		return []value.Ptr{p}
	case *value.Struct:
		var list []value.Ptr
		for _, name := range slices.Sorted(maps.Keys(content.Fields)) {
			list = append(list, plainTargets(c, content.Fields[name], depth+1)...)
		}
		return list
	}
	return nil
}

// environment is the functions that read environment variables, or ask what machine the program runs on.
var environment = map[symbol.Name]meaning{
	"os.Getenv": gives((*Host).variable),
	"os.LookupEnv": gives(func(h *Host, c *interp.Call) value.Value {
		return value.Tuple{h.variable(c), &value.Unknown{Why: "whether a variable is set"}}
	}),
	"runtime.NumCPU":     gives(processors),
	"runtime.GOMAXPROCS": gives(processors),
}

// processors is how many of them the program has: the machine, or a variable of the runtime, sets it.
func processors(_ *Host, c *interp.Call) value.Value {
	return &value.Unknown{Why: "how many processors there are", Name: c.Sym.Written(), Last: c.Sym.Last(), Set: true, At: c.At}
}

// clauseMethod ends a flag's clause, or says more of the flag.
func clauseMethod(_ *Host, c *interp.Call) value.Value {
	clause := arg(c, 0)
	if p, ok := clause.(value.Ptr); ok {
		clause = value.Ptr{Obj: p.Obj} // the method may be that of an embedded part
	}
	isValue, isVar := known.ClauseValue(c.Sym.Last())
	switch {
	case isValue:
		return c.New("*", c.Load(clause), c.At)
	case isVar:
		c.Store(arg(c, 1), c.Load(clause))
		return nil
	}
	clauseDefault(c, clause)
	return clause
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
	if known.FlagOfSeveral(c.Sym.Last()) {
		return &value.Unknown{Why: "a " + kind + " that holds several values", Name: name, Last: name, Set: true, At: c.At}
	}
	return h.input(kind, name, c.At)
}

// variable returns the environment variable that a call reads. A flag has one definition; what a variable decides is decided
// where it is read.
func (h *Host) variable(c *interp.Call) value.Value {
	v := h.named(c, "environment variable", 0)
	if input, ok := v.(*Input); ok && input.At != c.At {
		return &Input{kind: input.kind, Name: input.Name, At: c.At, first: input}
	}
	return v
}

// clauseDefault notes the default of a flag whose clause has a method Default, which takes it as text.
func clauseDefault(c *interp.Call, clause value.Value) {
	flag, ok := c.Load(clause).(*Input)
	if !ok || c.Sym.Last() != "Default" || flag.Default != nil {
		return
	}
	elements, rest := c.Elements(arg(c, 1))
	if len(elements) != 1 || rest != nil {
		return
	}
	text, ok := value.StringValue(elements[0])
	if !ok {
		return
	}
	for _, kind := range []token.Token{token.INT, token.FLOAT} {
		if v := constant.MakeFromLiteral(text, kind, 0); v.Kind() != constant.Unknown {
			flag.Default = &value.Basic{Val: v, At: c.At}
			return
		}
	}
	if d, err := time.ParseDuration(text); err == nil {
		flag.Default = &value.Basic{Val: constant.MakeInt64(int64(d)), At: c.At}
	}
}
