package pairs

import (
	"flag"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// possible is whether pairs are wanted too whose error may be nil, that a deferred call makes, or that lose nothing.
var possible bool

// Flags are those of what is shown.
func Flags(flags *flag.FlagSet) {
	flags.BoolVar(&possible, "possible-errors", false, "RL4001: also show, as notes, Results beside errors that may be nil or that a "+
		"deferred call sets, and Requeue beside an error")
}

// Possible reports whether pairs are wanted that are not [Pair.Loses].
func Possible() bool { return possible }

// Loses reports whether the pair loses what its authors meant: a delay or, with an error that is final, any retry. The
// error is certainly one, or older than the write of the status beside it, of whose error they were thinking. A Result that a
// call before has returned, and that goes along with whatever error comes then, was not meant for that error.
func (p *Pair) Loses() bool {
	return !p.Deferred && !p.Brought && (p.Certain || p.Older) && (!p.Requeue || p.Terminal)
}

// The rules that report what is found here.
const (
	Rule        = "RL4001" // a pair of which the Result is ignored
	DroppedRule = "RL4004" // an empty answer to a request that was turned away
)

// A Result lists the pairs that the reconcilers of a package return.
type Result struct {
	Pairs []Pair
	// Dropped are the empty answers to requests that a limiter has turned away.
	Dropped []Pair
}

// A Pair is a Result that asks for the request to come back, beside an error, which
// controller-runtime gets from a reconciler.
type Pair struct {
	Place
	Pos token.Pos // where it is made or, where that is in no source at hand, the call that leads there
	// Certain is whether the error is never nil where the pair is made.
	Certain bool
	// Reconciler is the method or function that returns it, and Type that of which it is a method, "" for none, and where several may be.
	Reconciler string
	Type       symbol.Name
	// Version is controller-runtime's, "" where not known.
	Version string
}

// Found returns what the functions of the package, once they have been followed, show.
func (c *Client) Found(funcs []*ssa.Function) Result {
	var result Result
	for _, pair := range c.pairs(funcs) {
		if pair.Denied {
			result.Dropped = append(result.Dropped, pair)
		} else {
			result.Pairs = append(result.Pairs, pair)
		}
	}
	return result
}

// pairs returns what the reconcilers of the package return.
func (c *Client) pairs(funcs []*ssa.Function) []Pair {
	version := ""
	for _, imp := range c.pass.Pkg.Imports() {
		if v := modules.VersionOf(c.pass, imp); v != "" {
			version = v
		}
	}
	found := make(map[Place]Pair)
	for _, fn := range reconcilers(funcs) {
		sum := c.SummaryOf(fn)
		if sum == nil || sum.Lost {
			continue
		}
		for _, o := range sum.Outcomes {
			of := placesOf(o)
			if of == nil {
				continue
			}
			for place := range of.list {
				at := Place{Place: place.Place, Denied: place.Denied, Deferred: place.Deferred}
				owner := receiverOf(fn)
				if !syntax.AtOwn(c.pass, place.File, place.Line, place.Column).IsValid() {
					owner = "" // those of other packages may return it too
				}
				have, again := found[at]
				if again {
					have.join(place)
				} else {
					have = Pair{Place: place, Pos: c.locate(place), Certain: !place.Maybe, Reconciler: fn.RelString(c.pass.Pkg), Type: owner,
						Version: version}
				}
				if have.Type != owner {
					have.Type = ""
				}
				found[at] = have
			}
		}
	}
	var list []Pair
	for _, pair := range found {
		if pair.Pos.IsValid() && !pair.harmless() {
			list = append(list, pair)
		}
	}
	slices.SortFunc(list, func(a, b Pair) int { return comparePlaces(a.Place, b.Place) })
	return list
}

// receiverOf returns the type that a function is a method of, "" for none.
func receiverOf(fn *ssa.Function) symbol.Name {
	if recv := fn.Signature.Recv(); recv != nil {
		return symbol.OfType(code.Deref(recv.Type()))
	}
	return ""
}

// join makes one pair of two that are made at one place.
func (p *Pair) join(q Place) {
	if p.Length != q.Length {
		p.Length = 0
	}
	p.Requeue = p.Requeue && q.Requeue
	p.Certain = p.Certain && !q.Maybe
	p.Older = p.Older || q.Older
	p.Brought = p.Brought && q.Brought
	p.Maybe = p.Maybe || q.Maybe
	p.Terminal = p.Terminal && q.Terminal
}

// locate returns where a place is in the file set or, where it is in no source that the
// driver has read, the call in this package that leads there.
func (c *Client) locate(place Place) token.Pos {
	if !place.Foreign {
		if at := syntax.At(c.pass.Fset, place.File, place.Line, place.Column); at.IsValid() {
			return at
		}
	}
	return c.via[place]
}
