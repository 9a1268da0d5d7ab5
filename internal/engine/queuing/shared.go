package queuing

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// shared finds limiters that remember failures by item and that several queues of one type of key ask: equal keys then have
// one count of failures.
func (p *program) shared() []Finding {
	type use struct {
		class *class
		made  *creation
		at    token.Pos
		typ   types.Type
	}
	uses := make(map[any][]use)
	seen := make(map[*creation]bool)
	for _, c := range p.byKey {
		c = c.whole()
		if c.ops&limited == 0 {
			continue // it never asks the limiter
		}
		for _, made := range c.made {
			if seen[made] || made.limiter == nil || p.memoryOf(made.limiter, 0) != perItem {
				continue
			}
			seen[made] = true
			if key := instance(made); key != nil {
				uses[key] = append(uses[key], use{c, made, made.call.Pos(), made.call.Type()})
			}
		}
	}
	var list []Finding
	for _, of := range uses {
		slices.SortFunc(of, func(a, b use) int { return cmp.Compare(a.at, b.at) })
		first := of[0]
		for _, u := range of[1:] {
			if (u.class != first.class || apart(u.made, first.made)) && types.Identical(u.typ, first.typ) {
				list = append(list, Finding{Rule: Shared, Pos: u.at, Detail: p.lineOf(first.at)})
				break
			}
		}
	}
	return list
}

// apart reports whether the queues of two calls are in two fields, whatever function works on both.
func apart(a, b *creation) bool {
	x, y := fieldOf(a.call), fieldOf(b.call)
	return x != nil && y != nil && x != y
}

// fieldOf returns the field that a queue is put into where it is made, nil for none.
func fieldOf(made *ssa.Call) *types.Var {
	for store := range ssacode.Only[*ssa.Store](*made.Referrers()) {
		if field, ok := store.Addr.(*ssa.FieldAddr); ok {
			return ways.Field(field.X.Type(), field.Field)
		}
	}
	return nil
}

// instance returns what stands for the limiter of a queue, nil if two mentions of it may be two limiters.
func instance(made *creation) any {
	switch x := source(made.limiter).(type) {
	case *ssa.Parameter:
		return x
	case ssa.Instruction:
		if u, ok := x.(*ssa.UnOp); ok {
			switch at := u.X.(type) {
			case *ssa.Global:
				return at
			case *ssa.FieldAddr:
				return [2]any{source(at.X), at.Field}
			}
			return nil
		}
		for fn := made.call.Parent(); fn != nil; fn = fn.Parent() {
			if x.Parent() == fn {
				return x
			}
		}
	}
	return nil // made anew for each queue by a function that makes them
}
