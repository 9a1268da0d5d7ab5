package queuing

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

const (
	unsure   memory = iota // it cannot be read
	perItem                // failures of each item
	stateful               // nothing of items: a bucket
	own                    // a type of the program's own
)

// remembers returns what the limiters of a class remember.
func (p *program) remembers(c *class) memory {
	out := unsure
	for n, made := range c.made {
		if made.limiter == nil {
			continue
		}
		m := p.memoryOf(made.limiter, 0)
		if n > 0 && m != out && out != unsure {
			return perItem
		}
		out = m
	}
	return out
}

// counts reports whether the limiters of a class may remember the failures of each item.
func (p *program) counts(c *class) bool {
	m := p.remembers(c)
	return m == perItem || m == unsure
}

func (p *program) memoryOf(v ssa.Value, depth int) memory {
	if depth > 6 {
		return unsure
	}
	v = source(v)
	switch x := v.(type) {
	case *ssa.UnOp:
		if field, ok := x.X.(*ssa.FieldAddr); ok {
			if values, all := p.storedIn(ways.Field(field.X.Type(), field.Field)); all && len(values) == 1 {
				return p.memoryOf(values[0], depth+1)
			}
		}
	case *ssa.Call:
		name := ways.CalledName(&x.Call)
		switch kind := known.Limiter(name); {
		case name == "":
			return unsure
		case kind.PerItem():
			return perItem
		case kind == known.Bucket:
			return stateful
		case kind == known.WithMaxWait && len(x.Call.Args) > 0:
			return p.memoryOf(x.Call.Args[0], depth+1)
		case kind == known.MaxOf:
			out := stateful
			for _, arg := range ways.Variadic(&x.Call) {
				if m := p.memoryOf(arg, depth+1); m != stateful && out != perItem {
					out = m
				}
			}
			return out
		}
		if p.remember[name] {
			return perItem
		}
		if f := x.Call.StaticCallee(); f != nil && p.relevant[f] {
			if returns := slices.Collect(ssacode.All[*ssa.Return](f)); len(returns) > 0 {
				return p.memoryOf(returns[0].Results[0], depth+1)
			}
		}
	}
	return typeMemory(v.Type())
}

// typeMemory tells by the type of a limiter.
func typeMemory(t types.Type) memory {
	named, ok := types.Unalias(code.Deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || types.IsInterface(named) {
		return unsure
	}
	sym := symbol.Of(named.Obj())
	switch {
	case known.BucketType(sym):
		return stateful
	case sym.In(known.Workqueue):
		return perItem
	}
	return own
}
