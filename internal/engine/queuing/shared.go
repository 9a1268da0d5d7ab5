package queuing

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/ways"
)

// shared finds limiters that remember failures by item and that several queues of one type of key ask: equal keys then have
// one count of failures. It is a note where the limiter comes from code that is not seen here, which may hand over one that
// remembers nothing.
func (p *program) shared() []Finding {
	byLimiter := make(map[any][]use)
	for _, u := range append(p.creations(), p.makings()...) {
		if m := p.memoryOf(u.limiter, 0); m != perItem && m != unsure {
			continue
		}
		if key := instance(u.call, u.limiter); key != nil {
			byLimiter[key] = append(byLimiter[key], u)
		}
	}
	var list []Finding
	for _, of := range byLimiter {
		slices.SortFunc(of, func(a, b use) int { return cmp.Compare(a.call.Pos(), b.call.Pos()) })
		first := of[0]
		for _, u := range of[1:] {
			if u.apart(first) && types.Identical(ways.Underlying(u.limiter).Type(), ways.Underlying(first.limiter).Type()) {
				list = append(list, Finding{Rule: Shared, Pos: u.call.Pos(), Detail: p.lineOf(first.call.Pos()),
					Note: p.memoryOf(u.limiter, 0) != perItem})
				break
			}
		}
	}
	return list
}

// creations returns the calls that make queues whose limiter is asked.
func (p *program) creations() []use {
	var list []use
	seen := make(map[*creation]bool)
	for _, c := range p.byKey {
		c = c.whole()
		if c.ops&limited == 0 {
			continue // it never asks the limiter
		}
		for _, made := range c.made {
			if !seen[made] && made.limiter != nil {
				seen[made] = true
				list = append(list, use{made.call, made.limiter, made, c})
			}
		}
	}
	return list
}

// makings returns the calls of makers: functions that make a queue of the limiter that they are handed, which it asks. A function that
// hands on what it is handed is one too.
func (p *program) makings() []use {
	if p.ownMakers == nil {
		p.ownMakers = make(map[symbol.Name]bool)
		for _, u := range p.creations() {
			p.hands(u)
		}
	}
	for {
		var list []use
		before := len(p.ownMakers)
		for _, fn := range p.funcs {
			for call := range ssacode.All[*ssa.Call](fn) {
				to := ways.CalledName(&call.Call)
				if call.Call.IsInvoke() || !p.ownMakers[to] && !p.makers[to] {
					continue
				}
				for _, arg := range call.Call.Args {
					if isLimiter(ways.Underlying(arg).Type()) {
						u := use{call: call, limiter: arg}
						p.hands(u)
						list = append(list, u)
						break
					}
				}
			}
		}
		if len(p.ownMakers) == before {
			return list
		}
	}
}

// hands notes a function that gives a limiter which it is handed to a queue.
func (p *program) hands(u use) {
	param, ok := source(u.limiter).(*ssa.Parameter)
	if !ok || u.call.Parent() != param.Parent() || optional(u.call) {
		return
	}
	if fn, ok := param.Parent().Object().(*types.Func); ok {
		p.ownMakers[symbol.Of(fn.Origin())] = true
	}
}

// optional reports whether a call is made only if something that its function is handed says so, such as whether a second queue is wanted.
func optional(call ssa.CallInstruction) bool {
	b := call.Block()
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if ok && ofParameters(branch.Cond) && slices.ContainsFunc(d.Succs,
			func(s *ssa.BasicBlock) bool { return len(s.Preds) == 1 && s.Dominates(b) }) {
			return true
		}
	}
	return false
}

// ofParameters reports whether a condition is about nothing but what its function is handed.
func ofParameters(v ssa.Value) bool {
	if x, ok := v.(*ssa.BinOp); ok {
		_, isConst := x.Y.(*ssa.Const)
		return isConst && ofParameters(x.X)
	}
	_, is := source(v).(*ssa.Parameter)
	return is
}

// apart reports whether two uses make two queues that are there at the same time: they are in two fields, whatever function works on
// both, or two calls make them of which one comes after the other.
func (u use) apart(first use) bool {
	if u.made == nil || first.made == nil {
		return u.call.Parent() != first.call.Parent() || ways.Reaches(first.call.Block(), u.call.Block()) ||
			ways.Reaches(u.call.Block(), first.call.Block())
	}
	return u.class != first.class
}

// instance returns what stands for the limiter of a queue, nil if two mentions of it may be two limiters.
func instance(call *ssa.Call, limiter ssa.Value) any {
	switch x := source(limiter).(type) {
	case *ssa.Parameter:
		return x
	case ssa.Instruction:
		if u, ok := x.(*ssa.UnOp); ok {
			switch at := u.X.(type) {
			case *ssa.Global:
				return at
			case *ssa.FieldAddr:
				if assigned(at) {
					return nil
				}
				return [2]any{source(at.X), at.Field}
			}
			return nil
		}
		for fn := call.Parent(); fn != nil; fn = fn.Parent() {
			if x.Parent() == fn {
				return x
			}
		}
	}
	return nil // made anew for each queue by a function that makes them
}

// assigned reports whether a field of a variable is given a value more than once where it is read.
func assigned(field *ssa.FieldAddr) bool {
	n := 0
	for other := range ssacode.All[*ssa.FieldAddr](field.Parent()) {
		if other.Field != field.Field || source(other.X) != source(field.X) {
			continue
		}
		for store := range ssacode.Only[*ssa.Store](*other.Referrers()) {
			if store.Addr == other {
				n++
			}
		}
	}
	return n > 1
}
