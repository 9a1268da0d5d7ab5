package queuing

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Bounds on what is followed in one function. Beyond them nothing is concluded from it; beyond maxOutcomes its callers conclude
// nothing from it.
const (
	maxStates   = 1500
	maxBlocks   = 800
	maxOutcomes = 64
	maxDefers   = 8
)

// An outcome is one way in which a function can come back.
type outcome struct {
	given   map[int]paths.Nature // what parameters are, by index
	effects map[effect]op
	at      map[effect]map[op]token.Pos
	results []paths.Nature
	fate    op
	bad     bool
	over    bool
	left    token.Pos // where a function literal returns after an error
}

// An effect is what is done with an item that a function is handed; one of its own has parameter -1.
type effect struct {
	class     *class
	parameter int
	from      ssa.Value // of the function around a function literal, nil for none
}

// A summary lists the outcomes of a function.
type summary struct {
	outcomes []*outcome
	keys     map[string]bool
	lost     bool
	many     bool // it comes back in more ways than callers are told of
	seen     map[token.Pos]bool
	limits   map[token.Pos]bool // calls that add items with a limiter other than after an error
}

// A frame follows the ways through one function.
type frame struct {
	*program
	fn     *ssa.Function
	number map[ssa.Value]int
	inputs []ssa.Value // parameters and captured variables
	live   map[*ssa.BasicBlock]map[ssa.Value]bool
	out    *summary
	ends   []end
}

// An end is what has been done with an item when a worker is through with it.
type end struct {
	item
	get  token.Pos
	ops  op
	at   map[op]token.Pos
	last ssa.Instruction // the return, or where the next one is taken
	bad  bool
	left token.Pos // where a function literal that had the item returned after an error, if one did
	line token.Pos // of what ran last
}

// summaryOf returns the outcomes of a function, nil if its code is not read or has nothing to do with queues.
func (p *program) summaryOf(fn *ssa.Function) *summary {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 || !p.relevant[fn] {
		return nil
	}
	if have, done := p.summaries[fn]; done {
		return have // nil while it is followed: a function that calls itself
	}
	p.summaries[fn] = nil
	f := &frame{program: p, fn: fn, number: ways.Numbers(fn), inputs: ways.Inputs(fn)}
	f.out = &summary{keys: make(map[string]bool), seen: make(map[token.Pos]bool), limits: make(map[token.Pos]bool)}
	if len(fn.Blocks) > maxBlocks {
		f.out.lost = true
	} else {
		f.live = live(fn)
		f.out.lost = !ways.Follow(fn, newState(), f, maxStates) || f.out.lost
	}
	p.summaries[fn] = f.out
	if !f.out.lost {
		p.ends[fn] = f.ends
	}
	return f.out
}

// followed reports whether callers know what a function does.
func (s *summary) followed() bool { return s != nil && !s.lost && !s.many }

// Lost and what follows it make a frame a [ways.Follower].
func (f *frame) Lost() bool { return f.out.lost }

// Clone copies a state.
func (f *frame) Clone(s *state) *state { return s.clone() }

// Choose notes what a phi is.
func (f *frame) Choose(next, s *state, phi *ssa.Phi, v ssa.Value) {
	if isTracked(phi.Type()) || tellsNil(phi) {
		next.known[phi] = f.eval(s, v)
	}
	delete(next.phis, phi)
	if x, ok := s.source(v).(*ssa.Extract); ok {
		if call, ok := x.Tuple.(*ssa.Call); ok && isGet(call) {
			next.phis[phi] = x
		}
	}
}

// Key forgets what is not read any more.
func (f *frame) Key(s *state, at *ssa.BasicBlock) string {
	for v := range s.known {
		if !f.live[at][v] {
			delete(s.known, v)
		}
	}
	return s.key(f.number, f.live[at])
}

// eval returns what is known of an error or a condition.
func (f *frame) eval(s *state, v ssa.Value) paths.Nature {
	if n, ok := s.known[v]; ok && f.cell(v) == nil { // what is known of a variable is not about its address
		return n
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return paths.No
		}
		if v.Value.Kind() == constant.Bool {
			return paths.NatureOf(constant.BoolVal(v.Value))
		}
	case *ssa.MakeInterface:
		return paths.Yes
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.MakeClosure, *ssa.FieldAddr, *ssa.IndexAddr:
		return paths.Yes
	case *ssa.ChangeInterface:
		return f.eval(s, v.X)
	case *ssa.Call:
		if fn := ways.Called(&v.Call); fn != nil && syntax.IsError(v.Type()) {
			switch known.Error(symbol.Of(fn)) {
			case known.NewError, known.FormatError, known.TerminalError:
				return paths.Yes
			case known.WrapError:
				return f.eval(s, v.Call.Args[0])
			}
		}
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return f.eval(s, v.X).Opposite()
		case token.MUL:
			if cell := f.cell(v.X); cell != nil {
				return s.known[cell]
			}
		}
	}
	return paths.Either
}

// cell returns the variable of the function at an address.
func (f *frame) cell(addr ssa.Value) ssa.Value {
	if alloc, ok := addr.(*ssa.Alloc); ok {
		return alloc
	}
	return nil
}

// learn notes what an error or a condition is. It reports false if it is known to be something else.
func (f *frame) learn(s *state, v ssa.Value, is paths.Nature) bool {
	switch f.eval(s, v) {
	case paths.Either:
		s.known[v] = is
	case is:
		if syntax.IsError(v.Type()) && is == paths.Yes {
			f.fails(s, v) // what was called says that it is one
		}
		return true
	default:
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok {
		switch {
		case load.Op == token.NOT:
			return f.learn(s, load.X, is.Opposite())
		case load.Op == token.MUL && f.cell(load.X) != nil:
			s.known[f.cell(load.X)] = is
		}
	}
	if x, ok := s.chosen(v).(*ssa.Extract); ok {
		f.extracted(s, x, is)
	}
	if syntax.IsError(v.Type()) && is == paths.Yes {
		f.fails(s, v)
	}
	if call, ok := v.(*ssa.Call); ok && is == paths.No {
		doubts(s, &call.Call)
	}
	if call, ok := v.(*ssa.Call); ok && is == paths.Yes {
		if judgesError(&call.Call) {
			s.fate |= settled
			if f.missing(s, &call.Call) {
				s.fate |= gone
			}
		}
		if q := shutDown(&call.Call); q != nil {
			s.dropAll(f.of(q))
		}
	}
	return true
}

// extracted notes what follows from a result of a call.
func (f *frame) extracted(s *state, x *ssa.Extract, is paths.Nature) {
	switch t := x.Tuple.(type) {
	case *ssa.Call:
		if isGet(t) && x.Index == t.Call.Signature().Results().Len()-1 && is == paths.Yes {
			s.drop(itemFrom(t))
		}
	case *ssa.TypeAssert:
		if x.Index == 1 && is == paths.No {
			if _, mine := s.itemOf(t.X); mine {
				s.bad = true
				s.fate |= alien
			}
			if syntax.IsError(t.X.Type()) {
				s.fate |= settled
			}
		}
	}
}

// itemOf returns the item that a value is.
func (s *state) itemOf(v ssa.Value) (item, bool) {
	from := s.source(v)
	for i := range s.items {
		if i.from != nil && i.from == from {
			return i, true
		}
	}
	return item{}, false
}

// fails notes that there is an error.
func (f *frame) fails(s *state, v ssa.Value) {
	var call *ssa.Call
	if load, ok := v.(*ssa.UnOp); ok && s.set[load.X] != nil {
		v = s.set[load.X]
	}
	switch x := v.(type) {
	case *ssa.Call:
		call = x
	case *ssa.Extract:
		call, _ = x.Tuple.(*ssa.Call)
	}
	if call != nil && ofContext(call, "Err") {
		s.over = true
		return
	}
	if call != nil && permanent(ways.Called(&call.Call)) {
		s.bad = true
		return
	}
	if call != nil && (fromCache(&call.Call) && s.fate&listed == 0 || retries(ways.Called(&call.Call))) {
		s.fate |= settled
	}
	s.fate |= failed
}

// Decide returns the states in which a condition holds and in which it does not, nil for one that cannot be.
func (f *frame) Decide(s *state, cond ssa.Value) (then, otherwise *state) {
	then, otherwise = s.clone(), s
	f.meant(cond, then, otherwise)
	if !f.suppose(then, cond, paths.Yes) {
		then = nil
	}
	if !f.suppose(otherwise, cond, paths.No) {
		otherwise = nil
	}
	return then, otherwise
}

// suppose notes that a condition holds, or does not.
func (f *frame) suppose(s *state, cond ssa.Value, is paths.Nature) bool {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return f.suppose(s, c.X, is.Opposite())
		}
	case *ssa.BinOp:
		x, y := c.X, c.Y
		if ways.IsNil(x) {
			x, y = y, x
		}
		equal := c.Op == token.EQL
		if !equal && c.Op != token.NEQ {
			break
		}
		if ways.IsNil(y) {
			if syntax.IsError(x.Type()) {
				return f.learn(s, x, paths.NatureOf(equal != (is == paths.Yes)))
			}
			if i, mine := s.itemOf(x); mine && equal == (is == paths.Yes) {
				s.drop(i.from)
			}
			return !mayBeNil(x.Type()) || f.learn(s, x, paths.NatureOf(equal != (is == paths.Yes)))
		}
		if syntax.IsError(x.Type()) {
			s.fate |= judged // it is told from others
			if equal == (is == paths.Yes) {
				s.fate |= settled
			}
		}
		s.over = s.over || equal == (is == paths.Yes) && stops(c)
		s.bad = s.bad || equal != (is == paths.Yes) && noCase(c)
		if k, ok := y.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Bool && isTracked(x.Type()) {
			return f.learn(s, x, paths.NatureOf((equal == (is == paths.Yes)) == constant.BoolVal(k.Value)))
		}
	}
	if isTracked(cond.Type()) {
		return f.learn(s, cond, is)
	}
	return true
}

// meant notes that the caller, a setting or what does the work says whether an item is forgotten: where it says no, that is meant.
func (f *frame) meant(cond ssa.Value, then, otherwise *state) {
	switch x := source(cond).(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		if !ok || isGet(call) || call.Call.Signature().Results().Len() != 2 || !syntax.IsError(call.Call.Signature().Results().At(1).Type()) {
			return
		}
	case *ssa.UnOp:
		switch x.X.(type) {
		case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
		default:
			return
		}
	default:
		return
	}
	for branch := range ssacode.Only[*ssa.If](*cond.Referrers()) {
		for side, s := range []*state{otherwise, then} { // each has the other's block
			for call := range ssacode.Only[*ssa.Call](branch.Block().Succs[side].Instrs) {
				if o, is := operationOf(&call.Call); is && o.op == forgot {
					if i := (item{f.of(o.queue), s.source(o.item)}); s.items[i]&taken != 0 {
						s.items[i] |= forgot
					}
				}
			}
		}
	}
}
