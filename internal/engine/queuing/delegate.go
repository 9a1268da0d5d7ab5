package queuing

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// A Delegate is a type that has a queue, and whose methods do with it what those of that name do, and nothing else: for
// importers, who do not see the queue, it is one.
type Delegate struct {
	Type   symbol.Name
	Memory memory // what the limiter of its queue remembers
}

// delegated reports whether a type of another package stands for the queue that it has.
func (cs *classes) delegated(t types.Type) bool {
	_, is := cs.delegates[symbol.OfType(code.Deref(t))]
	return is
}

// exportedDelegates returns the package's types that stand for the queues which they have, sorted.
func (p *program) exportedDelegates() []Delegate {
	if p.pkg == nil {
		return nil // nothing in it has to do with queues
	}
	var list []Delegate
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || obj.IsAlias() {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok {
			if memory, is := p.delegate(named); is {
				list = append(list, Delegate{symbol.Of(obj), memory})
			}
		}
	}
	slices.SortFunc(list, func(a, b Delegate) int { return cmp.Compare(a.Type, b.Type) })
	return list
}

// delegate reports whether a type stands for a queue that it has, and what that queue's limiter remembers.
func (p *program) delegate(named *types.Named) (memory, bool) {
	if _, isStruct := named.Underlying().(*types.Struct); !isStruct {
		return unsure, false
	}
	var has op
	remembers := unsure
	for m := range named.Methods() {
		what := operations[m.Name()]
		if what == 0 {
			continue
		}
		sum := p.summaryOf(p.pkg.Prog.FuncValue(m))
		if !likeQueue(m.Signature(), what) || !sum.followed() || sum.ops&^asked != what&^asked || sum.ops&what == 0 {
			return unsure, false
		}
		has |= what
		if what == limited {
			for _, o := range sum.outcomes {
				for e := range o.effects {
					remembers = max(remembers, p.remembers(e.class.whole()))
				}
			}
		}
	}
	const least = taken | done | added
	return remembers, has&least == least
}

// likeQueue reports whether a method takes and returns what a queue's method of its name does.
func likeQueue(sig *types.Signature, what op) bool {
	params, results := sig.Params().Len(), sig.Results().Len()
	switch what {
	case taken:
		return params == 0 && results == 2 && isBool(sig.Results().At(1).Type())
	case delayed:
		return params == 2 && results == 0
	case asked:
		return params == 1 && results == 1
	}
	return params == 1 && results == 0
}

// standsFor notes what the limiters of a class remember, if its queues are behind types of other packages.
func (cs *classes) standsFor(c *class, queue ssa.Value) {
	if m, is := cs.delegates[symbol.OfType(code.Deref(queue.Type()))]; is {
		c.behind = max(c.behind, m)
	}
}
