package queuing

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// The rules about the use of queues.
const (
	NoDone     = "RL6001" // an item is not given back
	NoBackOff  = "RL6002" // an error is retried without back-off
	NoForget   = "RL6003" // failures are not forgotten
	NeverAsked = "RL6004" // a limiter is never asked
	EventsWait = "RL6005" // events count as failures
	BadKey     = "RL6007" // keys that are never equal
	Dropped    = "RL6008" // an item is dropped after an error
	Shared     = "RL2001" // one limiter remembers the items of several queues
)

// The forms of faults.
const (
	Plain     Form = iota
	Anywhere       // nowhere in the package is it done
	Reset          // RL6002: Forget after AddRateLimited
	Fresh          // RL6002: Forget before AddRateLimited
	Early          // RL6003: on a way that returns early
	Gone           // RL6003: where the object is not there any more
	GivenUp        // RL6003: only after errors
	Mounting       // RL6003: after an error, where each event counts as a failure too
	Leaked         // RL6003: no later item is equal to it
	Counted        // RL6004: NumRequeues is asked, which stays 0
	Unretried      // RL6004: no worker adds an item again
	OfLimiter      // RL6007: a limiter is asked
	Watch          // RL6005: in an event handler of controller-runtime; RL6001: of an item that an event handler has not taken
	Apart          // RL6005: no two items are equal, so none waits longer than others
	Spent          // RL6003: after a success, where NumRequeues says when an item is given up
	Resynced       // RL6002: each resync adds all objects
	Unnamed        // RL6001: nobody looks at the item that is taken
	Promised       // RL6008: it is forgotten where the program says that it is tried again
)

// workers judges what workers have done with their items.
func (p *program) workers() []Finding {
	var list []Finding
	hot, judged := make(map[*class]bool), make(map[*class]bool)
	may := make(map[*class]bool)   // workers may have failures that should be tried again, and nothing else is said of these
	again := make(map[*class]bool) // workers, or code that has their items, may add them again
	for _, fn := range p.funcs {
		p.summaryOf(fn)
	}
	for _, fn := range p.funcs {
		sum := p.summaries[fn]
		byGet := make(map[token.Pos][]end)
		var gets []token.Pos
		if sum == nil {
			continue
		}
		for _, e := range sum.ends {
			e.class = e.class.whole()
			if byGet[e.get] == nil {
				gets = append(gets, e.get)
			}
			byGet[e.get] = append(byGet[e.get], e)
			again[e.class] = again[e.class] || e.ops&(added|delayed|kept|handed) != 0
		}
		for _, get := range gets {
			ends := byGet[get]
			judged[ends[0].class] = true
			fails := slices.ContainsFunc(ends, func(e end) bool { return e.ops&(failed|settled) == failed })
			if pulls(fn) {
				may[ends[0].class] = true
				list = append(list, p.undone(get, ends, sum)...)
				continue
			}
			if undone := p.undone(get, ends, sum); len(undone) > 0 {
				list = append(list, undone...)
				ends = slices.DeleteFunc(slices.Clone(ends), func(e end) bool { return keptBack(e, sum) }) // queues/givenup.go
				if len(ends) == 0 {
					continue
				}
			}
			retried := p.retried(ends)
			if len(retried) > 0 {
				hot[ends[0].class] = true
			}
			list = append(list, retried...)
			dropped, after := p.dropped(ends, sum)
			list = append(list, dropped...)
			may[ends[0].class] = may[ends[0].class] || fails && len(dropped) == 0
			list = append(list, p.unforgotten(get, ends, after, sum)...)
		}
	}
	unmissed := func(c *class) bool { return judged[c] && !may[c] && c.ops&delayed == 0 }
	once := func(c *class) bool { return judged[c] && !again[c] && c.ops&delayed == 0 }
	return append(list, p.unasked(hot, unmissed, once)...)
}

// pulls reports whether a function is no worker but takes an item for its caller, who hears of errors and gets something else
// too: the queue is a pool of things to be used.
func pulls(fn *ssa.Function) bool {
	return syntax.AnyType(fn.Signature.Results(), func(t types.Type) bool { return !isTracked(t) })
}

// elsewhere reports whether something may be done with an item by code that has it and is not read, or that finds it where it was put.
func elsewhere(e end, places []token.Pos, sum *summary) bool {
	return e.ops&kept != 0 || e.ops&handed != 0 &&
		(e.class.escapes || slices.ContainsFunc(places, func(at token.Pos) bool { return !sum.seen[at] }))
}

// keptBack reports whether an item is not given back: nothing is handed it again, whatever else becomes of it.
func keptBack(e end, sum *summary) bool {
	return e.ops&(done|alien) == 0 && !elsewhere(e, e.class.calls[done], sum)
}

// undone finds the ways on which an item is not given back. Nothing adds items of a type that the worker does not expect.
func (p *program) undone(get token.Pos, ends []end, sum *summary) []Finding {
	for _, e := range ends {
		if !keptBack(e, sum) {
			continue
		}
		if len(e.class.calls[done]) == 0 {
			if e.class.escapes {
				continue
			}
			return []Finding{{Rule: NoDone, Pos: get, What: Anywhere}}
		}
		if slices.ContainsFunc(ends, func(e end) bool { return e.ops&done != 0 }) {
			return []Finding{{Rule: NoDone, Pos: get, Detail: p.lineOf(e.line)}}
		}
		if !e.class.escapes && !slices.ContainsFunc(e.class.calls[done], func(at token.Pos) bool { return !sum.seen[at] }) {
			return []Finding{{Rule: NoDone, Pos: get}}
		}
	}
	return nil
}

// lineOf is the line of a position, for people.
func (p *program) lineOf(at token.Pos) string {
	pos := p.pass.Fset.Position(at)
	if !pos.IsValid() {
		return ""
	}
	return strconv.Itoa(pos.Line)
}

func (p *program) retried(ends []end) []Finding {
	var list []Finding
	add := func(f Finding) {
		if f.Pos.IsValid() && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	for _, e := range ends {
		// the first tries, or those after some errors, may come at once on purpose
		counted := e.ops&(asked|judged) != 0 && e.class.ops&limited != 0
		if e.ops&hot != 0 && e.ops&(delayed|settled|paused|listed) == 0 && !counted && !always(e, ends) {
			add(Finding{Rule: NoBackOff, Pos: e.at.of(hot)})
		}
		if e.ops&reset != 0 && p.counts(e.class) {
			add(Finding{Rule: NoBackOff, Pos: e.at.of(reset), What: Reset})
		}
		if e.ops&anew != 0 && e.ops&failed != 0 && e.ops&(reset|settled|judged) == 0 && p.counts(e.class) &&
			!slices.ContainsFunc(ends, func(e end) bool { return e.ops&limited != 0 && e.ops&anew == 0 }) {
			add(Finding{Rule: NoBackOff, Pos: e.at.of(limited), What: Fresh})
		}
	}
	return list
}

// always reports whether what adds an item after an error adds it where there was none as well: that is a poll, whose pace
// something else keeps, and no retry.
func always(e end, ends []end) bool {
	return slices.ContainsFunc(ends, func(o end) bool { return o.ops&failed == 0 && o.ops&added != 0 && o.at.of(added) == e.at.of(hot) })
}

// unasked finds the queues whose limiter is never asked. Where no failure needs another try, or another finding says that it gets none,
// nobody misses the limiter, unless other tries come with AddAfter. Once says that no worker adds an item again.
func (p *program) unasked(hot map[*class]bool, unmissed, once func(*class) bool) []Finding {
	var list []Finding
	seen := make(map[*class]bool)
	for _, c := range p.byKey {
		c = c.whole()
		if seen[c] || hot[c] {
			continue
		}
		seen[c] = true
		if c.escapes || c.visible || c.paced || c.ops&limited != 0 || c.ops&taken == 0 {
			continue
		}
		for _, made := range c.made {
			if made.limited {
				f := Finding{Rule: NeverAsked, Pos: made.call.Pos(), Note: unmissed(c)}
				switch {
				case c.ops&asked != 0:
					f.What = Counted
				case once(c):
					f.What = Unretried
				}
				list = append(list, f)
			}
		}
	}
	return list
}
