package queuing

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
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
		fn := ways.Called(&x.Call)
		if fn == nil {
			return unsure
		}
		switch kind := known.Limiter(symbol.Of(fn)); {
		case kind.PerItem():
			return perItem
		case kind == known.Bucket:
			return stateful
		case kind == known.WithMaxWait && len(x.Call.Args) > 0:
			return p.memoryOf(x.Call.Args[0], depth+1)
		case kind == known.MaxOf:
			out := stateful
			for _, arg := range ways.Variadic(&x.Call) {
				if m := p.memoryOf(arg, depth+1); m != stateful {
					out = m
				}
				if out == perItem {
					break
				}
			}
			return out
		}
		if p.remember[symbol.Of(fn)] {
			return perItem
		}
		if f := x.Call.StaticCallee(); f != nil && p.relevant[f] {
			for _, b := range f.Blocks {
				if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
					return p.memoryOf(ret.Results[0], depth+1)
				}
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
