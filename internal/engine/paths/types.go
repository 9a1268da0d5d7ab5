package paths

import (
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A Program is what is known of functions while a package is analysed.
type Program struct {
	Pass      *analysis.Pass
	Fset      *token.FileSet
	Pkg       *ssa.Package
	clients   []Client
	guide     Guide // nil for none
	summaries map[*ssa.Function]*Summary
	stack     []*following                        // functions that are being followed
	places    map[*ssa.Function]int               // of these
	open      map[*ssa.Function]int               // those whose summary may lack ways as long as the one at a place of the stack is followed
	held      map[holder][]*ssa.Function          // functions that are called through fields and lists
	handed    map[*ssa.Parameter]ssa.Value        // what parameters are handed in the one place that calls the function
	facts     map[string]*Summaries               // about imports, also indirect ones, by path; see ImportFacts
	imported  map[string]map[symbol.Name]*Summary // of them, as far as they were asked for
	variables map[types.Object]Value              // package variables with the Results that they keep
	forms     map[types.Type]Form                 // of values of types
}

// A following is a function that is being followed.
type following struct {
	fn     *ssa.Function
	at     int             // its place among those that are
	head   int             // the place of the first one that it, or what it calls, calls
	called bool            // it was called meanwhile
	within []*ssa.Function // those that were followed meanwhile and call it
}

// A Frame follows the paths through one function.
type Frame struct {
	*Program
	Fn     *ssa.Function
	Number map[ssa.Value]int
	made   []ssa.Value // by their number, nil before it is asked
	live   map[*ssa.BasicBlock]map[ssa.Value]bool
	again  map[ssa.Value]ssa.Value // loads of fields and comparisons, each with the first one that comes to the same
	inputs []ssa.Value             // parameters and captured variables
	out    *Summary
	// returns is whether deferred calls are followed.
	returns bool
}

// A holder is what functions of the package are kept in until they are called: a field of a struct type, or, where that
// is nil, the elements of lists of a type of functions.
type holder struct {
	of    string // the type's name with its package, or the functions' type
	field int    // -1 for elements
}

// Summaries is the fact about a package that tells its importers with which results its
// functions come back.
type Summaries struct {
	Funcs []wireFunc // sorted by symbol
	// Variables are the package's exported ones with a Result that they keep, sorted by symbol.
	Variables []wireVariable
	// Types are those with methods that return a Result, by name. Those of packages without summaries are
	// looked for by nobody.
	Types []methods.Type
}

// A Path is what is known on one path through a function: of registers, of variables that
// are in memory, and of what the inputs must be for the path to be taken.
type Path struct {
	regs   map[ssa.Value]Value
	Cells  map[ssa.Value]Value // by the instruction, parameter or captured variable that is their address
	given  map[int]Scalar      // by the ID of an input
	Defers []*ssa.Defer
	marks  map[Subject]Marks
	// State is what a [Guide] keeps, nil for nothing.
	State State
	// Paired is the deferred call that a client has noted, nil for none.
	Paired *ssa.Defer
	// Doubted is whether the call that was followed last has left open which errors it passes on.
	Doubted bool
}

// Marks are what a client has seen of a subject on a path: an alphabet of its own. No marks are the same as no subject.
type Marks uint64

// A Subject is what a client asks about on a path, such as the Result of a call. Class tells the subjects of one client from those of
// others; it must be comparable.
type Subject struct {
	Class any
	From  ssa.Value // an input of the function, or what one of its instructions makes
}

// An Outcome is one way in which a function can come back, in terms of its inputs.
type Outcome struct {
	Given   map[int]Scalar // what inputs must be, by id
	Results []Value
	Cells   map[int]Value // what its pointer parameters and captured variables hold then, by input
	// State is what a [Guide] has of the path then.
	State State
	// Note is what the client keeps with it that returned it from [Client.End]; no part of what tells outcomes apart.
	Note any
	// imported is whether the function is of another package.
	Imported bool
}

// A Summary lists the outcomes of a function.
type Summary struct {
	Outcomes []*Outcome
	byKey    map[string]*Outcome
	// lost is whether some way was not followed: nothing is concluded from the function.
	Lost bool
}

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

// A Nature is what is known of an error, a condition, a duration or a pointer.
type Nature uint8

// A Scalar is an error, a condition, a duration or whether a pointer is nil.
type Scalar struct {
	Is Nature
	// ID is shared by the copies of one value: what a branch says of one holds for all. It is
	// negative for an input of the function, 0 for none.
	ID int
	// Kinds are what an error that is not nil is known to be, each followed by a blank:
	// variables that it wraps, types that it has. "" if that is not known.
	Kinds string
	// Lacks are the kinds that an error is known not to be of.
	Lacks string
	// Unsure is whether an error comes from a field, an element or a channel: which Result it belongs to
	// is not known, and that there is one only where the code says so.
	Unsure bool
	// Length is that of a constant duration.
	Length int64
	// Beside is the ID of the error that a lost duration came with, 0 for none: where there is no error, it is what it says.
	Beside int
	// With is what a client says that it came with from a call ([Client.Came]), nil for nothing.
	with any
}

// A Value is what is known of a value of one of the tracked types.
type Value struct {
	Form Form
	// Self is the value itself, or whether the pointer to a Result is nil.
	Self Scalar
	// After and Requeue are the fields of a Result.
	After, Requeue Scalar
}

// A Form says which parts of a value there are.
type Form uint8

// A computed is what instructions have in common that come to the same: an error in a field of what a register points to, or whether two
// registers are equal.
type computed struct {
	x, y  any // registers, or constants as they are written
	field int
}

// A Callee is a function that a call may go to.
type Callee struct {
	Fn      *ssa.Function // nil for one of another package
	Summary *Summary      // nil if its code is not read
	Args    []ssa.Value   // for its inputs, as far as they are known
	// OneOf is whether it is one of several methods that the call may go to, of which some ask for the request to come back. Callers may
	// know which one it is, so that an empty Result of this one tells nothing.
	OneOf bool
}

// A wireVariable is a package variable with a Result that nothing in its package changes.
type wireVariable struct {
	Symbol symbol.Name
	Value  Value
}

type wireFunc struct {
	Symbol   symbol.Name
	Lost     bool
	Outcomes []wireOutcome
}

type wireOutcome struct {
	Given   []wireGiven
	Results []Value
	Cells   []wireCell
}

type wireGiven struct {
	ID    int
	Given Scalar
}

type wireCell struct {
	Input int
	Value Value
}
