package queuing

import (
	"fmt"
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// An addition is a call that adds an item to a queue.
type addition struct {
	at     token.Pos
	op     op
	queue  *class // nil if a function of another package adds it
	unsure bool   // what the queue's limiter remembers is not known
	apart  bool   // no two items are equal
}

// reach calls f for the places where a function, or one that it calls, adds an item other than after an error: at once, or with a
// limiter that may remember items.
func (p *program) reach(fn *ssa.Function, f func(addition)) {
	r := &reaching{program: p, seen: make(map[visit]bool), f: f}
	r.follow(fn, nil)
}

// A reaching is what is followed from one function.
type reaching struct {
	*program
	seen map[visit]bool
	f    func(addition)
}

// A visit is a function with what its caller says of the conditions that it hands over.
type visit struct {
	fn    *ssa.Function
	given string
}

// follow follows a function. Args are what a call hands to it, nil if nothing is known of that.
func (r *reaching) follow(fn *ssa.Function, args []ssa.Value) {
	if fn == nil || !r.relevant[fn] {
		return
	}
	given := conditions(fn, args)
	at := visit{fn, fmt.Sprint(given)}
	if r.seen[at] {
		return
	}
	r.seen[at] = true
	p, f := r.program, r.f
	failing := afterErrors(fn)
	never := notReached(fn, given)
	for _, b := range fn.Blocks {
		if failing[b] || never[b] {
			continue
		}
		for call := range ssacode.Only[ssa.CallInstruction](b.Instrs) {
			c := call.Common()
			if o, is := operationOf(c); is {
				class := p.of(o.queue)
				m := p.remembers(class)
				if o.op == added || o.op == delayed || o.op == limited && m != stateful && m != own {
					f(addition{call.Pos(), o.op, class, m == unsure, p.singular(o.item)})
				}
				continue
			}
			if to := ways.Called(c); to != nil && to.Pkg() != nil && p.wrappers[symbol.Of(to)] {
				f(addition{at: call.Pos(), op: limited})
			}
			if c.IsInvoke() {
				args := append([]ssa.Value{c.Value}, c.Args...)
				for _, to := range p.implementations(c) {
					r.follow(to, args)
				}
			} else if to := c.StaticCallee(); to != nil {
				if to.Origin() != nil {
					to = to.Origin()
				}
				r.follow(to, c.Args)
			} else {
				r.follow(p.function(c.Value), nil)
				for _, ref := range p.references(c.Value) {
					r.follow(ref.fn, nil)
				}
			}
			for _, arg := range c.Args {
				if made, ok := arg.(*ssa.MakeClosure); ok {
					r.follow(p.function(made), nil)
				}
			}
		}
	}
}

// singular reports whether no two items that a call adds are equal.
func (p *program) singular(item ssa.Value) bool {
	if item == nil {
		return false
	}
	_, fresh := source(item).(*ssa.Alloc)
	return fresh || holdsPointer(keyOf(item).Type()) || p.object(item) != ""
}

// afterErrors returns the blocks that run only after an error.
func afterErrors(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, b := range fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !ways.IsNil(cond.X) && !ways.IsNil(cond.Y) || !syntax.IsError(cond.X.Type()) && !syntax.IsError(cond.Y.Type()) {
			continue
		}
		side := 0
		if cond.Op == token.EQL {
			side = 1
		}
		addBeyond(out, b, side)
	}
	return out
}

// addBeyond adds the blocks that run only where a branch takes one of its sides.
func addBeyond(blocks map[*ssa.BasicBlock]bool, branch *ssa.BasicBlock, side int) {
	to := branch.Succs[side]
	for _, other := range to.Parent().Blocks {
		if len(to.Preds) == 1 && to.Dominates(other) {
			blocks[other] = true
		}
	}
}

// conditions returns what a call says of the conditions that it hands to a function, by parameter.
func conditions(fn *ssa.Function, args []ssa.Value) []paths.Nature {
	if len(args) != len(fn.Params) {
		return nil
	}
	given := make([]paths.Nature, len(args))
	for n, arg := range args {
		if k, ok := arg.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Bool {
			given[n] = paths.NatureOf(constant.BoolVal(k.Value))
		}
	}
	return given
}

// notReached returns the blocks that do not run with some conditions as parameters. What an option asks for, which is a field of a
// parameter, counts as not asked for: those who hand options over mostly leave it out.
func notReached(fn *ssa.Function, given []paths.Nature) map[*ssa.BasicBlock]bool {
	out := make(map[*ssa.BasicBlock]bool)
	for _, b := range fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, side := branch.Cond, 0 // that does not run where the condition does not hold
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, side = not.X, 1
		}
		if side == 0 && isOption(fn, cond) {
			addBeyond(out, b, side)
			continue
		}
		param, ok := cond.(*ssa.Parameter)
		if !ok || given == nil {
			continue
		}
		switch given[slices.Index(fn.Params, param)] {
		case paths.Either:
			continue
		case paths.Yes:
			side = 1 - side
		}
		addBeyond(out, b, side)
	}
	return out
}

// isOption reports whether a condition is a field of a parameter other than the receiver.
func isOption(fn *ssa.Function, cond ssa.Value) bool {
	from := cond
	switch x := cond.(type) {
	case *ssa.Field:
		from = x.X
	case *ssa.UnOp:
		field, ok := x.X.(*ssa.FieldAddr)
		if !ok || x.Op != token.MUL {
			return false
		}
		from = field.X
		if local, ok := from.(*ssa.Alloc); ok {
			from = setOnce(local)
		}
	default:
		return false
	}
	param, ok := from.(*ssa.Parameter)
	return ok && !(fn.Signature.Recv() != nil && param == fn.Params[0])
}
