package host

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/value"
)

// WorkerCount returns how many goroutines take items from the queue, nil if none is seen to. Of starts of which the program makes
// one or another, those count that larger says are more.
func (q *Queue) WorkerCount(larger func(x, y value.Value) bool) value.Value {
	c := counter{larger: larger, making: inProgress(q.Site), loops: q.loops}
	top := &caller{}
	for _, w := range q.Workers {
		top.add(w)
	}
	var out count
	for _, of := range top.calls { // one entry point is as if there was no other
		out = c.more(out, c.inCall(of))
	}
	return c.number(out)
}

// A caller is a call in progress, or several that the same statements made, from which calls led to where items are taken.
type caller struct {
	node     *value.Node   // one of them
	repeated []*value.Node // those in loops that count
	takes    []code.Pos
	calls    []*caller
	// either says that it is the call, or what it takes items from, of several that the statement may be for.
	either bool
}

// add adds the calls that led to a place where items are taken.
func (c *caller) add(w Worker) {
	for _, n := range slices.Backward(w.At.Calls()) {
		c = c.called(n)
	}
	c.takes = memo.Add(c.takes, w.At.Pos)
	c.either = c.either || w.Either
}

// called returns what stands for a call that c made.
func (c *caller) called(n *value.Node) *caller {
	i := slices.IndexFunc(c.calls, func(have *caller) bool {
		m := have.node
		return m.Fn == n.Fn && m.At == n.At && m.Mention.Pos == n.Mention.Pos && have.round() == round(n)
	})
	if i < 0 {
		i = len(c.calls)
		c.calls = append(c.calls, &caller{node: n})
	}
	one := c.calls[i]
	one.either = one.either || n.Either
	if n.Start != nil && len(n.Start.Loops) > 0 {
		one.repeated = memo.Add(one.repeated, n)
	}
	return one
}

func (c *caller) round() string { return round(c.node) }

// round says in which rounds of loops over elements a call was made.
func round(n *value.Node) string {
	if n.Start == nil {
		return ""
	}
	return n.Start.Round
}

// times returns how often a call is made by the loops that it stands in, nil for once. Rounds that each make a queue of their
// own count once, and where another loop makes as many queues as this one has rounds, each round is for one of them.
func (c counter) times(of *caller, n *value.Node) value.Value {
	if _, makes := c.making[n]; makes {
		return nil
	}
	made := nowhere
	if at, makes := c.making[n.Caller]; makes && n.Caller != nil {
		made = blockOf(n.Caller.Fn.Body(), at)
	}
	var number value.Value
	for _, loop := range n.Start.Loops {
		switch as := func(l value.Loop) bool { return value.Same(l.Rounds, loop.Rounds) }; {
		case made != nowhere && n.Caller.Fn.Body().Loops[loop.Header][made]:
		case slices.ContainsFunc(c.loops, as):
			number = product(number, of.seen(loop))
		default:
			number = product(number, loop.Rounds)
		}
	}
	return number
}

// seen returns in how many rounds of a loop a call was seen, one where the rounds are not followed one by one.
func (c *caller) seen(of value.Loop) value.Value {
	if _, known := value.IntValue(of.Rounds); !known {
		return value.Int(1)
	}
	rounds := make(map[int]bool)
	for _, n := range c.repeated {
		for _, loop := range n.Start.Loops {
			if loop.Header == of.Header {
				rounds[loop.Round] = true
			}
		}
	}
	return value.Int(len(rounds))
}

// A count is of goroutines that take items.
type count struct {
	started value.Value // nil for none
	own     bool        // and the one itself that is looked at
	instead value.Value // or these, which may be another queue's: no program starts a queue's workers twice
}

// sure returns the number of those that are no other queue's.
func (c count) sure() value.Value {
	if c.own {
		return plus(c.started, value.Int(1))
	}
	return c.started
}

// A counter counts goroutines.
type counter struct {
	larger func(x, y value.Value) bool
	making map[*value.Node]code.Pos // the calls in progress where the queue is made
	loops  []value.Loop             // that it is made in
}

// most returns the larger number, where nil is none.
func (c counter) most(x, y value.Value) value.Value {
	if y == nil || x != nil && !c.larger(y, x) {
		return x
	}
	return y
}

// number returns how many goroutines a count comes to.
func (c counter) number(of count) value.Value { return c.most(of.sure(), of.instead) }

// more returns the count that is larger.
func (c counter) more(x, y count) count {
	if a := c.number(x); c.most(a, c.number(y)) == a {
		return x
	}
	return y
}

// both returns the goroutines of both.
func (c counter) both(x, y count) count {
	return count{plus(x.started, y.started), x.own || y.own, c.most(x.instead, y.instead)}
}

// inCall counts those that a call starts, and the one in which it runs if that takes items.
func (c counter) inCall(of *caller) count {
	out := c.inFunction(of)
	if start := of.node.Start; start != nil && start.Go {
		out = count{started: out.sure(), instead: out.instead}
	}
	var times value.Value
	for _, n := range of.repeated {
		if t := c.times(of, n); t != nil && (times == nil || c.larger(t, times)) {
			times = t
		}
	}
	if times != nil {
		out.started, out.instead = repeated(out.started, times), repeated(out.instead, times)
	}
	if of.either {
		return count{instead: c.number(out)}
	}
	return out
}

// inFunction counts those on the way through a function on which there are most.
func (c counter) inFunction(of *caller) count {
	body := of.node.Fn.Body()
	blocks := make(map[int]count)
	for _, pos := range of.takes {
		b := blockOf(body, pos)
		blocks[b] = c.both(blocks[b], count{own: true})
	}
	made := make(map[code.Pos]map[string]count) // by each statement, in each round
	var order []code.Pos
	for _, call := range of.calls {
		at, round := call.node.At, call.round()
		if made[at] == nil {
			made[at] = make(map[string]count)
			order = append(order, at)
		}
		made[at][round] = c.more(made[at][round], c.inCall(call)) // it goes to one function or to another
	}
	for _, at := range order {
		b := blockOf(body, at)
		blocks[b] = c.both(blocks[b], c.inRounds(made[at], len(made[at]) > 1 && body.Omits(b)))
	}
	return c.both(c.along(body, blocks), blocks[nowhere])
}

// inRounds counts those that one statement starts in the rounds of loops over elements. A list of which it is not known what
// is in each place has the queue once.
func (c counter) inRounds(made map[string]count, omits bool) count {
	var all count
	for _, round := range slices.Sorted(maps.Keys(made)) {
		all = c.both(all, made[round])
	}
	if omits && all.started != nil && made[""] == (count{}) {
		all.started = &value.Unknown{Why: "goroutines that start in some rounds of a loop"}
	}
	return all
}

// inProgress returns the calls in progress at a place, each with where it stands.
func inProgress(at value.Place) map[*value.Node]code.Pos {
	of := make(map[*value.Node]code.Pos)
	for pos, n := at.Pos, at.Node; n != nil; pos, n = n.At, n.Caller {
		of[n] = pos
	}
	return of
}

// Exclude reports whether the program comes to one of two places or to the other: their ways part in a function, at statements of
// which only one can run.
func Exclude(a, b value.Place) bool {
	of := inProgress(a)
	for pos, n := b.Pos, b.Node; n != nil; pos, n = n.At, n.Caller {
		if at, both := of[n]; both {
			body := n.Fn.Body()
			x, y := blockOf(body, at), blockOf(body, pos)
			return x != nowhere && y != nowhere && body.Excludes(x, y)
		}
	}
	return false
}

// nowhere stands for the block of what has no place in a function's code.
const nowhere = -1

// blockOf returns the block that has the instruction at a position.
func blockOf(body *code.Body, pos code.Pos) int {
	return slices.IndexFunc(body.Blocks, func(b code.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in code.Instr) bool { return in.Pos == pos })
	})
}

// mostDecisions is how many conditions that a function tests again are heeded in it: each doubles the ways through it.
const mostDecisions = 8

// along counts the goroutines on the way through the blocks on which there are most. A loop is gone round once, and what one
// branch decides holds for a later one on the same condition.
func (c counter) along(body *code.Body, blocks map[int]count) count {
	type place struct {
		block   int
		decided string
	}
	var repeated map[int]code.Condition
	if len(blocks) > 1 { // else it makes no difference
		repeated = body.Repeated(readsSetting, mostDecisions)
	}
	most := make(map[place]count)
	var from func(b int, decided decisions) count
	from = func(b int, decided decisions) count {
		at := place{b, decided.String()}
		if out, begun := most[at]; begun {
			return out
		}
		most[at] = count{}
		var rest count
		for i := range body.Blocks[b].Succs {
			then := decided
			if cond, ok := repeated[b]; ok {
				holds := (i == 0) != cond.Not
				if was, ok := decided[cond.What]; ok && was != holds {
					continue
				}
				then = decided.and(cond.What, holds)
			}
			for _, next := range body.Onward(b, i) {
				rest = c.more(rest, from(next, then))
			}
		}
		most[at] = c.both(blocks[b], rest)
		return most[at]
	}
	return from(0, decisions{})
}

// decisions are the conditions that are decided on a way, each with whether it holds.
type decisions map[string]bool

func (d decisions) String() string { return fmt.Sprint(map[string]bool(d)) } // sorted by key

func (d decisions) and(what string, holds bool) decisions {
	d = maps.Clone(d)
	d[what] = holds
	return d
}

// readsSetting reports whether a call reads a setting of the process, which is the same each time.
func readsSetting(call *code.Instr) bool {
	return call.Op == code.OpCall && call.Str == "os.Getenv"
}

func plus(x, y value.Value) value.Value {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return value.Operate(x, "+", y, "int")
}

// repeated returns so many times a number of goroutines, where nil is none.
func repeated(number, times value.Value) value.Value {
	if number == nil {
		return nil
	}
	return product(number, times)
}

// product returns x times y, where nil is once.
func product(x, y value.Value) value.Value {
	one := value.Int(1)
	switch {
	case x == nil || value.Same(x, one):
		return y
	case value.Same(y, one):
		return x
	}
	return value.Operate(x, "*", y, "int")
}
