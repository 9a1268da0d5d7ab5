// Package dropped finds calls whose Result is dropped: the function that is called can ask for the request to come back, without an error,
// and its caller looks at the Result only where there is one. It is a client of package paths.
//
// # Contract
//
//	if result, err := r.prepare(ctx); err != nil { // prepare can return RequeueAfter and nil
//		return result, err
//	}
//	return ctrl.Result{}, nil // the Result of prepare is dropped
//
// The error of a call is dropped in the same way where its Result is looked at first, and returned without it:
//
//	result, err := r.all(ctx) // all can return RequeueAfter and an error
//	if !result.IsZero() {
//		return result, nil
//	}
//
// Requeue is not all of a Result either:
//
//	if result, err := r.prepare(ctx); err != nil || result.Requeue {
//		return result, err
//	}
//
// A Result counts as dropped only if, on some path, it certainly asks and its error is certainly nil, nothing reads it, and the caller says
// that all is done: with a Result that asks for nothing, and nil. Whatever is done with the Result counts as reading it.
package dropped

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// A Result is that of a call which is dropped.
type Result struct {
	Pos  token.Pos // of the call
	Call string    // what is called, without its package
	// Length is that of its RequeueAfter where it is known, else 0.
	Length int64
	// Requeue is whether Requeue alone is set.
	Requeue bool
	// Ignored is whether the caller never looks at it, even where there is an error.
	Ignored bool
	// Alone is whether the caller returns an error and no Result.
	Alone bool
	// Half is whether the caller asks for its Requeue alone, where it has a RequeueAfter.
	Half bool
	// Error is whether it is the error that is dropped: the Result is returned without it.
	Error bool
}

// The marks of the Result of a call.
const (
	asks   paths.Marks = 1 << iota // and nothing has read it yet
	held                           // the variable that it is kept in still has it
	delays                         // it asks by RequeueAfter, or may, and not by Requeue
	half                           // Requeue alone was asked for
)

// Client looks what becomes of Results, or of the errors beside them.
type Client struct {
	paths.Silent
	errors bool                                              // it is the errors that it looks at
	uses   map[*ssa.Function]map[ssa.Instruction][]*ssa.Call // what may read the Results of calls
	cells  map[*ssa.Function]map[ssa.Instruction][]*ssa.Call // what reads them if the variable that they were put in has them still
	puts   map[*ssa.Store]*ssa.Call                          // what puts one into a variable
	read   map[*ssa.Call]bool                                // whether something may read one
	made   map[*ssa.Call]paths.Value                         // what it asked for
	half   map[*ssa.Call]bool                                // whether its Requeue was asked for, where it has a RequeueAfter
	found  map[*ssa.Function]map[*ssa.Call]bool
}

// New returns the client for a package that looks at Results, or at the errors beside them.
func New(errors bool) *Client {
	return &Client{
		errors: errors,
		uses:   make(map[*ssa.Function]map[ssa.Instruction][]*ssa.Call),
		cells:  make(map[*ssa.Function]map[ssa.Instruction][]*ssa.Call),
		puts:   make(map[*ssa.Store]*ssa.Call), read: make(map[*ssa.Call]bool), made: make(map[*ssa.Call]paths.Value),
		half:  make(map[*ssa.Call]bool),
		found: make(map[*ssa.Function]map[*ssa.Call]bool),
	}
}

// Enter looks what may read the Results of the function's calls.
func (c *Client) Enter(f *paths.Frame) {
	c.found[f.Fn] = make(map[*ssa.Call]bool)
	if c.uses[f.Fn] != nil || !paths.ReturnsResult(f.Fn.Signature) && (c.errors || !syntax.ReturnsError(f.Fn.Signature)) {
		return
	}
	c.uses[f.Fn], c.cells[f.Fn] = make(map[ssa.Instruction][]*ssa.Call), make(map[ssa.Instruction][]*ssa.Call)
	for call := range ssacode.All[*ssa.Call](f.Fn) {
		if at := resultOf(call.Call.Signature()); at >= 0 {
			if c.errors {
				at = call.Call.Signature().Results().Len() - 1
			}
			c.reads(f.Fn, ways.Result(call, at), call, make(map[ssa.Value]bool))
		}
	}
}

// Choose returns the functions that return an error, and no Result, beside which one of a call comes that they throw away: [Client] is to
// follow these, too. One that does no more is made for callers who want the error alone. droppedresult, throwsAway.
func Choose(pass *analysis.Pass) map[*ast.FuncDecl]bool {
	chosen := make(map[*ast.FuncDecl]bool)
	for decl := range syntax.FuncDecls(pass) {
		fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if ok && len(decl.Body.List) > 2 && syntax.ReturnsError(fn.Signature()) && !paths.ReturnsResult(fn.Signature()) &&
			syntax.AnyNow(decl.Body, func(s *ast.AssignStmt) bool {
				assign, call := syntax.OfCall(s)
				if call == nil {
					return false
				}
				called := syntax.Called(pass.TypesInfo, call)
				return called != nil && resultOf(called.Signature()) >= 0 && syntax.Is(assign.Lhs[resultOf(called.Signature())], "_")
			}) {
			chosen[decl] = true
		}
	}
	return chosen
}

// resultOf returns which of a function's results is a Result, -1 for none or if it returns no error beside it.
func resultOf(sig *types.Signature) int {
	if sig.Results().Len() < 2 || !syntax.ReturnsError(sig) { // dropped.txt, told by a bool
		return -1
	}
	for i := range sig.Results().Len() {
		if known.IsResult(code.Deref(sig.Results().At(i).Type())) {
			return i
		}
	}
	return -1
}

// reads notes what may read the Result of a call, which a value may be.
func (c *Client) reads(fn *ssa.Function, v ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) {
	if v == nil || seen[v] {
		return
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		c.read[call] = true
		switch use := use.(type) {
		case *ssa.Phi:
			c.reads(fn, use, call, seen)
		case *ssa.Store:
			to, local := use.Addr.(*ssa.Alloc)
			if !local || use.Val != v {
				c.uses[fn][use] = append(c.uses[fn][use], call)
				continue
			}
			c.puts[use] = call
			for _, other := range *to.Referrers() {
				if other != ssa.Instruction(use) {
					c.cells[fn][other] = append(c.cells[fn][other], call)
				}
				if closure, ok := other.(*ssa.MakeClosure); ok {
					for _, runs := range runsOf(closure) {
						c.cells[fn][runs] = append(c.cells[fn][runs], call)
					}
				}
			}
		default:
			c.uses[fn][use] = append(c.uses[fn][use], call)
		}
	}
}

// runsOf returns the instructions that run a closure, as far as the function itself calls or defers it.
func runsOf(closure *ssa.MakeClosure) []ssa.Instruction {
	var list []ssa.Instruction
	for _, use := range *closure.Referrers() {
		switch use := use.(type) {
		case *ssa.Call:
			list = append(list, use)
		case *ssa.Defer:
			for run := range ssacode.All[*ssa.RunDefers](closure.Parent()) {
				list = append(list, run)
			}
		}
	}
	return list
}

// Step notes that an instruction reads a Result, or puts another one into its variable.
func (c *Client) Step(f *paths.Frame, p *paths.Path, instr ssa.Instruction) {
	if _, returns := instr.(*ssa.Return); !returns || c.errors { // whether it returns that Result, End sees
		for _, call := range c.uses[f.Fn][instr] {
			c.look(p, instr, call)
		}
	}
	store, stores := instr.(*ssa.Store)
	for _, call := range c.cells[f.Fn][instr] {
		switch m := p.Marks(c.subject(call)); {
		case m&held == 0:
		case stores:
			p.Mark(c.subject(call), m&^held)
		default:
			c.look(p, instr, call)
		}
	}
	if call := c.puts[store]; stores && call != nil {
		if m := p.Marks(c.subject(call)); m != 0 {
			p.Mark(c.subject(call), m|held)
		}
	}
	if run, ok := instr.(*ssa.RunDefers); ok && c.errors { // a deferred function may put another error in its place, and not this one
		if failed, ret := f.Returned(p, run); ret != nil && failed.Is == paths.No {
			c.drop(f, p, ret)
		}
	}
}

// look notes that an instruction reads a Result: who asks for Requeue alone does not see its RequeueAfter. droppedresult, half.
func (c *Client) look(p *paths.Path, instr ssa.Instruction, call *ssa.Call) {
	m := p.Marks(c.subject(call))
	if m&delays == 0 || !asksRequeue(instr) {
		p.Mark(c.subject(call), 0)
		return
	}
	c.half[call] = true
	p.Mark(c.subject(call), m|half)
}

// asksRequeue reports whether an instruction takes Requeue from a Result.
func asksRequeue(instr ssa.Instruction) bool {
	var of types.Type
	field := 0
	switch instr := instr.(type) {
	case *ssa.Field:
		of, field = instr.X.Type(), instr.Field
	case *ssa.FieldAddr:
		of, field = code.Deref(instr.X.Type()), instr.Field
	default:
		return false
	}
	has, ok := of.Underlying().(*types.Struct)
	return ok && has.Field(field).Name() == "Requeue"
}

func (c *Client) subject(call *ssa.Call) paths.Subject { return paths.Subject{Class: c, From: call} }

// Came notes a Result that asks without an error, or an error beside one that may ask.
func (c *Client) Came(f *paths.Frame, p *paths.Path, call *ssa.Call, _ *paths.Outcome, made []paths.Value) any {
	if c.uses[f.Fn] == nil || resultOf(call.Call.Signature()) < 0 {
		return nil
	}
	asked, failed := paths.PairOf(made, call.Call.Signature().Results())
	if c.errors {
		if asked.Form == paths.OfResult && !asked.IsZero() && failed.Fails() {
			p.Mark(c.subject(call), asks)
		}
		return nil
	}
	if asked.Form == paths.Untracked || failed.Is != paths.No {
		return nil
	}
	var m paths.Marks
	if asked.After.Is == paths.Yes || asked.After.Is == paths.Either || asked.Requeue.Is == paths.Yes {
		m = asks // who writes a delay down that is not constant means one
	}
	if asked.After.Is != paths.No && asked.Requeue.Is == paths.No {
		m |= delays
	}
	if old := c.made[call]; m != 0 && (m&delays != 0 || old.After.Is == paths.No || old.Requeue.Is != paths.No) {
		c.made[call] = asked
	}
	p.Mark(c.subject(call), m)
	return nil
}

// Decided notes that the function has asked what else a call returned, which may say whether its Result asks: droppedresult, besideNothing.
func (c *Client) Decided(_ *paths.Frame, p *paths.Path, cond ssa.Value, _ bool) {
	test, ok := cond.(*ssa.BinOp)
	if !ok || c.errors {
		return
	}
	for _, side := range []ssa.Value{test.X, test.Y} {
		if x, ok := side.(*ssa.Extract); ok {
			if call, ok := x.Tuple.(*ssa.Call); ok && call.Call.Signature().Results().Len() > 2 && !syntax.IsError(x.Type()) {
				p.Mark(c.subject(call), 0)
			}
		}
	}
}

// End looks which Results nobody has read where a function says that all is done, or which errors where it returns the Result.
func (c *Client) End(f *paths.Frame, p *paths.Path, ret *ssa.Return, results []paths.Value) func(*paths.Outcome) {
	asked, failed := paths.PairOf(results, f.Fn.Signature.Results())
	step := false // the last one, which may go well
	if last := len(ret.Results) - 1; last > 0 && !c.errors && failed.Is != paths.Yes {
		step = f.CallOf(p, ret.Results[last]) != nil
	}
	if (c.errors || asked.IsZero() || asked.Form == paths.Untracked) && (failed.Is == paths.No || step) {
		c.drop(f, p, ret)
	}
	if !c.errors && asked.IsZero() && failed.Is != paths.Yes && len(ret.Results) == 2 {
		if call := f.CallOf(p, ret.Results[1]); call != nil && !c.read[call] && asksInner(f.Fn, call) {
			c.found[f.Fn][call] = true
		}
	}
	return nil
}

// asksInner reports whether a reconciler asks another one for its own request, of which nobody knows what it is: it may ask for the request
// to come back.
func asksInner(fn *ssa.Function, call *ssa.Call) bool {
	args := call.Call.Args
	return call.Call.IsInvoke() && call.Call.Method.Name() == "Reconcile" && known.ReturnsResult(call.Call.Signature()) &&
		len(fn.Params) > 0 && len(args) > 0 && ways.Parameter(args[len(args)-1]) == fn.Params[len(fn.Params)-1]
}

// drop notes what nobody has read of the calls of a path where that returns.
func (c *Client) drop(f *paths.Frame, p *paths.Path, ret *ssa.Return) {
	for call, m := range p.Marked(c) {
		call := call.(*ssa.Call)
		if m&(asks|half) != 0 && (!c.errors || returns(ret, call)) &&
			(paths.ReturnsResult(f.Fn.Signature) || !c.read[call] && !runsPass(call)) {
			c.found[f.Fn][call] = true
		}
	}
}

// runsPass reports whether a call is of a Reconcile: who is asked for no request, and runs a pass, has nobody to return its Result to.
func runsPass(call *ssa.Call) bool {
	fn := ways.Called(&call.Call)
	return fn != nil && fn.Name() == "Reconcile" && known.Reconciles(fn.Signature())
}

// returns reports whether the Result of a call is what a function returns.
func returns(ret *ssa.Return, call *ssa.Call) bool {
	result := ways.Result(call, resultOf(call.Call.Signature()))
	return slices.ContainsFunc(ret.Results, func(v ssa.Value) bool {
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return v == result
		}
		to, local := load.X.(*ssa.Alloc) // the variable that a method was called on
		return local && slices.ContainsFunc(*to.Referrers(), func(use ssa.Instruction) bool {
			put, ok := use.(*ssa.Store)
			return ok && put.Val == result
		})
	})
}

// Found returns the Results that are dropped, by position.
func (c *Client) Found() []Result {
	var list []Result
	for fn, calls := range c.found {
		for call := range calls {
			called := "the function"
			if callee := ways.Called(&call.Call); callee != nil {
				called = name(callee)
			}
			made := c.made[call]
			list = append(list, Result{
				Pos: call.Pos(), Call: called, Length: made.After.Length, Requeue: made.After.Is == paths.No,
				Ignored: !c.read[call], Alone: !paths.ReturnsResult(fn.Signature), Half: c.half[call], Error: c.errors,
			})
		}
	}
	slices.SortFunc(list, func(a, b Result) int { return cmp.Compare(a.Pos, b.Pos) })
	return list
}

// name returns a function's name with the type that it is a method of.
func name(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		return symbol.OfType(code.Deref(recv.Type())).Last() + "." + fn.Name()
	}
	return fn.Name()
}
