package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/symbol"
)

// A Client asks a question of each path. It is told what happens there, and marks what it asks about: a [Subject], such as the error of a
// call. The engine follows values, calls and branches, and keeps the marks of a path apart from those of others.
// All clients of a package share one walk. [Silent] has methods that do nothing.
type Client interface {
	// Enter is called before the paths of a function are followed. A function that calls itself is followed several times: what a
	// client has found in it before is to be forgotten.
	Enter(f *Frame)
	// Step is called before an instruction is followed, the return at the end of a path among them.
	Step(f *Frame, p *Path, i ssa.Instruction)
	// Decided is called where a path takes one side of a branch: the condition holds there, or does not.
	Decided(f *Frame, p *Path, cond ssa.Value, holds bool)
	// Came is called when a call has come back with an outcome, and returns what the results are to have as their [Scalar.With], nil for
	// nothing. Only those of calls that return a Result get it. What it returns is compared by identity.
	Came(f *Frame, p *Path, call *ssa.Call, o *Outcome, made []Value) any
	// Deferred is called when a deferred call has been followed, with the path before it.
	Deferred(f *Frame, before, after *Path, d *ssa.Defer)
	// End is called where a path returns. It may change the results. What it returns, if not nil, is called with the outcome, which other
	// paths may have come to before.
	End(f *Frame, p *Path, ret *ssa.Return, results []Value) func(*Outcome)
	// Leave is called when all paths of a function have been followed.
	Leave(f *Frame, s *Summary)
	// Imported is called with the summaries of a package's functions when they are first asked for.
	Imported(path string, list map[symbol.Name]*Summary)
}

// A Guide is the only client of a [Program]: it says where calls go, and keeps a [State] of each path. In such a program pointers are
// followed too, as to whether they are nil, and goroutines as if they were calls.
type Guide interface {
	Client
	// Calls is called before a call is followed, also a deferred one. It returns the functions that the call may go to, none if that is
	// not known: then the function literals that the call is handed are called, if they have done something ([State.Acts]).
	Calls(f *Frame, p *Path, call ssa.CallInstruction) []Callee
	// Applied is called with each outcome of a function that is called, before its results are received; nil if its code is not read.
	Applied(f *Frame, p *Path, call ssa.CallInstruction, to Callee, o *Outcome)
	// Chosen is called where a phi of next is what v was before.
	Chosen(next, before *Path, phi *ssa.Phi, v ssa.Value)
}

// A State is what a [Guide] keeps of a path, and hands to callers with the outcome.
type State interface {
	Clone() State
	// Key is the same for states that no later instruction and no caller can tell apart.
	Key(number map[ssa.Value]int) string
	// Acts reports whether it has something that callers are to know of.
	Acts() bool
}

// Silent is a [Client] that asks nothing, for others to embed.
type Silent struct{}

// Enter does nothing, as do the others.
func (Silent) Enter(*Frame)                                           {}
func (Silent) Step(*Frame, *Path, ssa.Instruction)                    {}
func (Silent) Decided(*Frame, *Path, ssa.Value, bool)                 {}
func (Silent) Came(*Frame, *Path, *ssa.Call, *Outcome, []Value) any   { return nil }
func (Silent) Deferred(*Frame, *Path, *Path, *ssa.Defer)              {}
func (Silent) End(*Frame, *Path, *ssa.Return, []Value) func(*Outcome) { return nil }
func (Silent) Leave(*Frame, *Summary)                                 {}
func (Silent) Imported(string, map[symbol.Name]*Summary)              {}
