package queuing

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// unforgotten finds the ways that end without Forget. After are the ends of which it is said that they drop the item.
func (p *program) unforgotten(get token.Pos, ends []end, after map[ssa.Instruction]bool, sum *summary) []Finding {
	list := p.remembered(get, ends, after, sum)
	if len(list) > 0 && p.hasPointers(ends[0].class) {
		for i := range list {
			list[i].What = Leaked
		}
	}
	return list
}

// hasPointers reports whether each item that is added to a queue, other than by its worker, is a pointer to something made for it.
func (p *program) hasPointers(c *class) bool {
	some := false
	for _, o := range p.additions() {
		if p.of(o.queue).whole() != c || o.op == limited || o.item == nil {
			continue
		}
		if _, made := source(o.item).(*ssa.Alloc); !made {
			return false
		}
		some = true
	}
	return some
}

// remembered finds the same ways, as if a later item could be equal to one of them.
func (p *program) remembered(get token.Pos, ends []end, after map[ssa.Instruction]bool, sum *summary) []Finding {
	c := ends[0].class
	if c.ops&limited == 0 || !p.counts(c) {
		return nil
	}
	lacks := func(e end) bool {
		polls := e.ops&(failed|well) == well && !c.paced && slices.Contains(c.calls[delayed], e.at.of(delayed)) // queues/polls.go
		return e.ops&(forgot|limited|added) == 0 && (e.ops&delayed == 0 || polls) && !e.bad && !elsewhere(e, c.calls[forgot], sum)
	}
	counts := func(e end) bool { return e.ops&(failed|well|limited) == well|limited } // a success, as one more failure: queues.txt
	if !slices.ContainsFunc(ends, lacks) && !(len(c.calls[forgot]) == 0 && slices.ContainsFunc(ends, counts)) {
		return nil
	}
	if len(c.calls[forgot]) == 0 {
		if c.escapes {
			return nil
		}
		return []Finding{{Rule: NoForget, Pos: p.latest(c.calls[limited], get), What: Anywhere}}
	}
	forgottenElsewhere := slices.ContainsFunc(c.calls[forgot], func(at token.Pos) bool { return !sum.seen[at] })
	byLast := make(map[ssa.Instruction][2]int)
	var order []ssa.Instruction
	for _, e := range ends {
		n, seen := byLast[e.last]
		if !seen {
			order = append(order, e.last)
		}
		if lacks(e) {
			n[0]++
		}
		n[1]++
		byLast[e.last] = n
	}
	var list []Finding
	for _, last := range order {
		if after[last] {
			if at := dropsAt(ends, last); p.eventsFail(c) && !slices.ContainsFunc(list, func(f Finding) bool { return f.Pos == at }) {
				list = append(list, Finding{Rule: NoForget, Pos: at, What: Mounting, Note: true})
			}
			continue // else it says it all that the item is dropped
		}
		if n := byLast[last]; n[0] == n[1] && len(order) > 1 && last.Pos().IsValid() {
			f := Finding{Rule: NoForget, Pos: last.Pos(), What: Early, Note: true} // whoever returns there may know that there is nothing to forget
			if onlyGone(ends, last) {
				f.What, f.Note = Gone, forgottenElsewhere
			}
			list = append(list, f)
		}
	}
	if len(list) == 0 && len(after) == 0 {
		f := Finding{Rule: NoForget, Pos: get, What: GivenUp}
		for _, e := range ends {
			if lacks(e) && e.ops&failed == 0 {
				f.What = Plain
			}
		}
		switch f.What {
		case GivenUp: // who forgets the item elsewhere may keep its failures until then, and an error that is told from others may be none
			f.Note = forgottenElsewhere || !slices.ContainsFunc(ends, func(e end) bool { return lacks(e) && e.ops&settled == 0 })
		case Plain: // where other successes forget it, it may be that the way without Forget is none
			f.Note = slices.ContainsFunc(ends, func(e end) bool { return e.ops&failed == 0 && e.ops&forgot != 0 })
			if slices.ContainsFunc(ends, spends) {
				f.What, f.Note = Spent, false
			}
		}
		list = append(list, f)
	}
	return list
}

// spends reports whether an item is given up by its number of failures: queues/spent.go.
func spends(e end) bool {
	return e.ops&failed != 0 && e.ops&asked != 0 && e.ops&forgot != 0 && e.ops&(limited|settled|judged) == 0
}

// onlyGone reports whether each way to an end of the worker comes there because the object that its item names is gone.
func onlyGone(ends []end, last ssa.Instruction) bool {
	return !slices.ContainsFunc(ends, func(e end) bool { return e.last == last && e.ops&gone == 0 })
}

// dropsAt returns where it is said that an item is dropped which a worker is through with at an instruction.
func dropsAt(ends []end, last ssa.Instruction) token.Pos {
	for _, e := range ends {
		if e.last == last && e.left.IsValid() {
			return e.left
		}
	}
	return position(last, ends[0].get)
}

// eventsFail reports whether event handlers add items with the limiter of a class's queues.
func (p *program) eventsFail(c *class) bool {
	return slices.ContainsFunc(c.calls[limited], func(at token.Pos) bool { return p.byEvents[at] })
}

// latest returns the last of some positions in the file of another, or of all if none is in that file.
func (p *program) latest(list []token.Pos, near token.Pos) token.Pos {
	file := p.pass.Fset.File(near)
	here := slices.DeleteFunc(slices.Clone(list), func(at token.Pos) bool { return p.pass.Fset.File(at) != file })
	if len(here) == 0 {
		here = list
	}
	return slices.Max(here)
}

// dropped finds the ways that end after an error and add nothing again. Where another way to the same end does, what tells them apart
// may be something that is not followed, and it is not certain that there is such a way.
func (p *program) dropped(ends []end, sum *summary) (list []Finding, after map[ssa.Instruction]bool) {
	const again = limited | added | delayed
	retried := make(map[ssa.Instruction]bool)
	for _, e := range ends {
		if e.ops&failed != 0 && e.ops&again != 0 {
			retried[e.last] = true
		}
	}
	after = make(map[ssa.Instruction]bool)
	for _, e := range ends {
		c := e.class
		if e.ops&failed == 0 || e.ops&(settled|judged|asked|again) != 0 || e.bad || retried[e.last] {
			continue
		}
		promised := e.ops&forgot != 0 && p.promises(e.at.of(forgot))
		if e.ops&forgot != 0 && !promised {
			continue // it gives up on purpose
		}
		if elsewhere(e, slices.Concat(c.calls[limited], c.calls[added], c.calls[delayed]), sum) {
			continue
		}
		f := Finding{Rule: Dropped, Pos: position(e.last, e.get)}
		if e.left.IsValid() {
			f.Pos = e.left
		} else if at := e.at.of(done); at > f.Pos && p.pass.Fset.File(at) == p.pass.Fset.File(f.Pos) {
			f.Pos = at // the way ends in the next round of a loop
		}
		if promised {
			f.Pos, f.What = e.at.of(forgot), Promised
		}
		f.Note = e.ops&listed != 0 || !promised && p.explained(f.Pos)
		if !slices.Contains(list, f) {
			list = append(list, f)
		}
		after[e.last] = true
	}
	return list, after
}
