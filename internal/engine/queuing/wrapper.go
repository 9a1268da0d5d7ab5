package queuing

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

// imports takes over what is known of functions of other packages.
func (p *program) imports(fact *Adds) {
	for _, sym := range fact.Limited {
		p.wrappers[sym] = &wrapper{given: slices.Contains(fact.Given, sym), apart: slices.Contains(fact.Apart, sym)}
	}
	for _, m := range fact.Makers {
		p.makers[m] = true
	}
	for _, sym := range fact.Remember {
		p.remember[sym] = true
	}
}

// A wrapper is a function of another package that adds an item with the limiter of a queue.
type wrapper struct {
	given bool // the queue gets its limiter from whoever makes it
	apart bool // no two items are equal
}

// memoryBehind returns what the limiter remembers of the queue that a function of another package adds to. If the package hands a
// limiter to what makes such queues, that one tells.
func (p *program) memoryBehind(method *types.Func) memory {
	if !p.wrappers[symbol.Of(method)].given {
		return perItem
	}
	recv := method.Signature().Recv()
	if recv == nil {
		return unsure
	}
	out, some := unsure, false
	for _, fn := range p.funcs {
		for call := range ssacode.All[*ssa.Call](fn) {
			to := ways.Called(&call.Call)
			if to == nil || to.Pkg() != method.Pkg() || to.Signature().Results().Len() == 0 ||
				!types.Identical(to.Signature().Results().At(0).Type(), recv.Type()) {
				continue
			}
			for _, arg := range call.Call.Args {
				if !isLimiter(arg.Type()) {
					continue
				}
				m := p.memoryOf(arg, 0)
				if some && m != out {
					return unsure
				}
				out, some = m, true
			}
		}
	}
	return out
}
