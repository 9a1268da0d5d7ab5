// Package ways goes through a function on every way that can be told apart, block by block.
//
// # Contract
//
// What is known on a way is a state, of a type that the package does not look into: a [Follower] changes it with each
// instruction, splits it where more than one thing may be, and says by a key which states are equal for all that comes
// later. A block is entered once with each key. So a loop ends as soon as another round of it teaches nothing.
//
//	all := ways.Follow(fn, start, follower, 3000)
//
// # What it does not know
//
// What values are, calls, and how ways join: they do not.
package ways

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

// A Follower is told of what stands on a way. States are pointers; nil is for what cannot be.
type Follower[S comparable] interface {
	// Exec follows one instruction but a phi, which may split the way.
	Exec(s S, instr ssa.Instruction) []S
	// Decide returns the states in which a condition holds and in which it does not.
	Decide(s S, cond ssa.Value) (then, otherwise S)
	// Finish is the end of a way.
	Finish(s S, ret *ssa.Return)
	Clone(s S) S
	// Choose notes in next that a phi is what v was in s.
	Choose(next, s S, phi *ssa.Phi, v ssa.Value)
	// Key forgets what nobody needs from the start of a block on and returns a key, which is the same for states that no
	// later instruction can tell apart.
	Key(s S, at *ssa.BasicBlock) string
	// Lost reports whether no more is to be followed.
	Lost() bool
}

// A Merger is a [Follower] that can make one state of two. Beyond the bound those that enter a block are merged, unless Apart
// tells them apart.
type Merger[S comparable] interface {
	// Merge returns what holds in both states. It changes neither, and returns less only finitely often.
	Merge(a, b S) S
	Apart(s S) string
}

// A step is a block that is about to be followed.
type step[S any] struct {
	block *ssa.BasicBlock
	state S
}

type walk[S comparable] struct {
	Follower[S]
	most   int
	seen   map[*ssa.BasicBlock]map[string]bool
	work   []step[S]
	n      int // states that blocks were entered in
	splits int // states that instructions added to those
	merger Merger[S]
	merged map[*ssa.BasicBlock]map[string]S // beyond the bound, by what tells them apart
}

// Follow goes through a function from a state at its start. It returns false if there are more ways than most: of a [Merger], more than
// most beyond those from which on it merges.
func Follow[S comparable](fn *ssa.Function, start S, f Follower[S], most int) bool {
	w := &walk[S]{Follower: f, most: most, seen: make(map[*ssa.BasicBlock]map[string]bool), work: []step[S]{{fn.Blocks[0], start}},
		merged: make(map[*ssa.BasicBlock]map[string]S)}
	w.merger, _ = f.(Merger[S])
	for len(w.work) > 0 && !f.Lost() {
		next := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if !w.block(next) {
			return false
		}
	}
	return true
}

// block follows a block to the blocks after it.
func (w *walk[S]) block(at step[S]) bool {
	current := []S{at.state}
	for _, instr := range at.block.Instrs {
		if _, ok := instr.(*ssa.Phi); ok {
			continue // done when the block was entered
		}
		var next []S
		for _, s := range current {
			next = append(next, w.Exec(s, instr)...)
		}
		w.splits += max(len(next)-len(current), 0)
		current = next
		if w.merger != nil && (len(current) > w.most/10 || w.splits > 10*w.most) {
			current = w.join(current)
		}
		if len(current) > w.most {
			return false
		}
	}
	var none S
	for _, s := range current {
		switch last := at.block.Instrs[len(at.block.Instrs)-1].(type) {
		case *ssa.If:
			then, otherwise := w.Decide(s, last.Cond)
			for side, s := range []S{then, otherwise} {
				if s != none && !w.enter(at.block, at.block.Succs[side], s) {
					return false
				}
			}
		case *ssa.Jump:
			if !w.enter(at.block, at.block.Succs[0], s) {
				return false
			}
		case *ssa.Return:
			w.Finish(s, last)
		}
	}
	return true
}

// enter goes from one block to another, unless that has been entered in an equal state.
func (w *walk[S]) enter(from, to *ssa.BasicBlock, s S) bool {
	edge := slices.Index(to.Preds, from)
	next := s // which nothing else needs any more
	if list := phis(to); len(list) > 0 {
		next = w.Clone(s)
		for _, phi := range list {
			w.Choose(next, s, phi, phi.Edges[edge])
		}
	}
	key := w.Key(next, to)
	if w.seen[to] == nil {
		w.seen[to] = make(map[string]bool)
	}
	if w.seen[to][key] {
		return true
	}
	w.seen[to][key] = true
	w.n++
	if w.n > w.most && w.merger != nil {
		if next = w.merge(to, next); next == *new(S) {
			return true
		}
		if w.n > 2*w.most {
			return false
		}
	}
	w.work = append(w.work, step[S]{to, next})
	return w.n <= w.most || w.merger != nil
}

// merge returns what a block is to be entered with beyond the bound: what holds in all states that it was entered in since and that are not
// kept apart. It returns no state if that has been followed.
func (w *walk[S]) merge(to *ssa.BasicBlock, s S) S {
	if w.merged[to] == nil {
		w.merged[to] = make(map[string]S)
	}
	apart := w.merger.Apart(s)
	if have, ok := w.merged[to][apart]; ok {
		s = w.merger.Merge(have, s)
		if w.Key(s, to) == w.Key(w.Clone(have), to) {
			return *new(S)
		}
	}
	w.merged[to][apart] = s
	return w.Clone(s)
}

// join merges states at one place of a block that the merger does not tell apart: a block of many calls, each of which may end in more than
// one way, would have as many states as there are combinations of these.
func (w *walk[S]) join(states []S) []S {
	var joined []S
	at := make(map[string]int)
	for _, s := range states {
		apart := w.merger.Apart(s)
		if i, ok := at[apart]; ok {
			joined[i] = w.merger.Merge(joined[i], s)
			continue
		}
		at[apart] = len(joined)
		joined = append(joined, s)
	}
	return joined
}

// phis returns the phis of a block.
func phis(b *ssa.BasicBlock) []*ssa.Phi {
	var list []*ssa.Phi
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		list = append(list, phi)
	}
	return list
}

// Reaches reports whether there is a way from one block to another.
func Reaches(from, to *ssa.BasicBlock) bool {
	var reached ssacode.Set[*ssa.BasicBlock]
	reached.Add(from)
	reached.Spread(func(b *ssa.BasicBlock) { reached.Add(b.Succs...) })
	return reached.Has[to]
}

// Precedes reports whether one instruction of a function has run wherever another one does.
func Precedes(first, then ssa.Instruction) bool {
	if first.Block() == then.Block() {
		return slices.Index(first.Block().Instrs, first) < slices.Index(then.Block().Instrs, then)
	}
	return first.Block().Dominates(then.Block())
}

// Variadic returns what a call passes for the variadic parameter, as far as it is written down there.
func Variadic(c *ssa.CallCommon) []ssa.Value {
	if len(c.Args) == 0 {
		return nil
	}
	slice, ok := c.Args[len(c.Args)-1].(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var list []ssa.Value
	for elem := range ssacode.Only[*ssa.IndexAddr](*array.Referrers()) {
		for store := range ssacode.Only[*ssa.Store](*elem.Referrers()) {
			if store.Addr == elem {
				list = append(list, Underlying(store.Val))
			}
		}
	}
	return list
}

// Result returns what stands for one of the results of a call, nil if nobody reads it.
func Result(call *ssa.Call, n int) ssa.Value {
	if call.Call.Signature().Results().Len() == 1 {
		return call
	}
	for x := range ssacode.Only[*ssa.Extract](*call.Referrers()) {
		if x.Index == n {
			return x
		}
	}
	return nil
}

// Parameter returns the parameter that a value is, nil for any other. One of which a field is read, or that a function literal captures, is
// in a variable first, and read from that.
func Parameter(v ssa.Value) *ssa.Parameter {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = Stored(load.X)
	}
	param, _ := v.(*ssa.Parameter)
	return param
}

// Stored returns what is put into a variable, nil if that is not all that is ever put there, or the address is of something else.
func Stored(addr ssa.Value) ssa.Value {
	variable, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	stores := slices.Collect(ssacode.Only[*ssa.Store](*variable.Referrers()))
	if len(stores) != 1 || stores[0].Addr != variable {
		return nil
	}
	return stores[0].Val
}

// Holds reports whether a value is another one, or a variable into which that is put, as one that a function literal captures.
func Holds(v, of ssa.Value) bool {
	variable, ok := v.(*ssa.Alloc)
	return v == of || ok && slices.ContainsFunc(*variable.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		return ok && store.Addr == variable && store.Val == of
	})
}

// IsNil reports whether a value is written as nil.
func IsNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// Called returns the function or the interface's method that a call names, nil for a function value.
func Called(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	if fn := c.StaticCallee(); fn != nil {
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		obj, _ := fn.Object().(*types.Func)
		return obj
	}
	return nil
}

// CalledName returns the name of what [Called] returns, "" for nil.
func CalledName(c *ssa.CallCommon) symbol.Name {
	if fn := Called(c); fn != nil {
		return symbol.Of(fn)
	}
	return ""
}

// Field returns the field that an instruction is about of a struct, or of what a pointer to one points to; nil if there is none.
func Field(t types.Type, index int) *types.Var {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok && index < st.NumFields() {
		return st.Field(index).Origin()
	}
	return nil
}

// Underlying returns what was put into another interface.
func Underlying(v ssa.Value) ssa.Value {
	if change, ok := v.(*ssa.ChangeInterface); ok {
		return change.X
	}
	return v
}

// Inputs returns the parameters and the captured variables of a function.
func Inputs(fn *ssa.Function) []ssa.Value {
	list := make([]ssa.Value, 0, len(fn.Params)+len(fn.FreeVars))
	for _, p := range fn.Params {
		list = append(list, p)
	}
	for _, v := range fn.FreeVars {
		list = append(list, v)
	}
	return list
}

// Numbers numbers the inputs of a function and what its instructions make, from one on.
func Numbers(fn *ssa.Function) map[ssa.Value]int {
	number := make(map[ssa.Value]int)
	for _, in := range Inputs(fn) {
		number[in] = len(number) + 1
	}
	for v := range ssacode.All[ssa.Value](fn) {
		number[v] = len(number) + 1
	}
	return number
}
