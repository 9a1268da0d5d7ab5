package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Host says what chosen functions mean.
type Host interface {
	// Call is asked at every call whose callee is known by a symbol, before its
	// code is looked for. It returns the results (a Tuple if there are several)
	// and whether it knows the function.
	Call(c *Call) (value.Value, bool)
	// Global is asked for the content of a package variable before the
	// variable's own package is looked at.
	Global(sym symbol.Name) (value.Value, bool)
	// Knows reports whether Call may know the function with the symbol.
	Knows(sym symbol.Name) bool
	// Ends reports whether the function with the symbol never returns.
	Ends(sym symbol.Name) bool
	// Harmless reports whether a function that cannot be followed leaves its
	// arguments alone and calls none of them.
	Harmless(sym symbol.Name) bool
	// SetsReflected reports whether a function sets what its first argument, a reflected value, was taken from.
	SetsReflected(sym symbol.Name) bool
	// Keeps reports whether a function that cannot be followed may call the functions
	// among its arguments, but changes nothing of the others.
	Keeps(sym symbol.Name) bool
	// Later reports whether a function that cannot be followed keeps function
	// arguments to call them once the program is set up.
	Later(sym symbol.Name) bool
	// Filled is told of a pointer that is handed to code which cannot be followed.
	Filled(in *Interp, p value.Ptr)
}

// A Brancher is a [Host] that wants to know of the branches that are taken both ways.
type Brancher interface {
	// Branch is told of a condition whose outcome is not known, at the start of the way
	// on which it is yes, and of that on which it is not.
	Branch(cond value.Value, at code.Pos, yes bool)
}

// A Repeater is a [Host] that can do without calls being followed that only repeat others.
type Repeater interface {
	// Repeats reports whether a call of the function with the symbol need not be followed if one with the
	// same arguments was, all of which callers decide.
	Repeats(sym symbol.Name) bool
	// Repeat is told of such a call. If it is not followed, first reports whether a place was reached in the call
	// that it repeats; else first is nil.
	Repeat(c *Call, first func(value.Place) bool)
	// RanApart reports whether a call with such arguments was followed when the package of the function was analysed, and need not
	// be again: like one that is followed here, it left alone all that several calls can reach.
	RanApart(c *Call) bool
}

// A Call is a call that a Host may know.
type Call struct {
	*Interp
	Sym  symbol.Name
	Args []value.Value // receiver first
	At   value.Place
	// ArgAt holds where arguments are, nil or with zero places where not known.
	ArgAt   []code.Pos
	Results int
	Types   []string
	Err     bool // the last result is an error
	Dynamic bool // Sym is an interface's method, called on Args[0]
	Value   bool // a function value is called: Func, while Sym is ""; then each that it can be
	Func    value.Value
	Shape   code.Shape  // where [ssacode.Selector] asks for it
	FuncAt  value.Place // where the function was mentioned, of a call of a function value

	derivation string // what is known of the results by their types alone

	fn       *code.Func // the code of Sym, nil if it is not known
	bound    []value.Value
	bindings map[string]string // of type parameters
}

// An Interp runs code symbolically. It is not safe for concurrent use.
type Interp struct {
	Root *code.Package // the package whose entry points are run
	Host Host
	// OpenGlobals makes package variables that functions set Params at first, as they
	// are for an entry point that is not the program's.
	OpenGlobals bool
	Limit       int // instructions that the run may take
	// Leads reports whether a function may create what the run looks for, as far as calls by name tell: whatever it
	// takes, it is followed. It is nil where that is not known.
	Leads func(symbol.Name) bool

	way      // that is followed
	objects  // that are known by a name
	missing  // what is known of code that does not type-check
	unread   // what code that cannot be followed was handed
	progress // calls
	cost     // of the run
	idle     // what only computes
	repeated // calls that need not be followed again and again

	outer *Interp // what it was forked from, nil if it was not
}

// A way is one that the program may take: its memory, and how it ends.
type way struct {
	mem    *value.Memory
	ending Ending
}

// An Ending says how a way ends. It is of the call in progress: who is called back by one that does not return is not
// gone on with.
type Ending uint8

// The endings.
const (
	Returns Ending = iota // it goes on
	Panics                // a deferred call may recover from it
	Exits                 // nothing runs after it: the program ends, or waits for ever
)

// The objects that are known by a name, each made where it is first asked for.
type objects struct {
	choices      int // calls in progress of functions that a value may be, among others
	globals      map[symbol.Name]*value.Object
	paramObjects map[string]*value.Object
	filled       map[*value.Unknown]*value.Object
	aliases      map[*value.Object][]*value.Object // arrays that are one, each with all of them
	made         *int                              // objects, by this interpreter and those forked from it
	started      map[string]bool                   // packages whose initialisers have run
	starting     bool                              // what is made now belongs to package variables
}

// The missing is what is known of code that does not type-check.
type missing struct {
	lacking    map[string]bool      // packages that lack declarations: anything may set their variables
	partial    bool                 // such code was met
	chosen     map[value.Value]bool // what it may choose, or the other of two
	standingIn bool                 // what escapes goes to it
}

// The unread is what code that cannot be followed was handed, and what of it has run.
type unread struct {
	called         map[symbol.Name]bool    // functions that were run or are known to the host
	ran            map[*value.Closure]bool // function values that were called
	escapedFuncs   []escapedFunc           // function values that it may call
	pending        []*value.Closure        // all that were made
	escaped        []value.Ptr
	adopted        []value.Ptr // those whose methods it is known to call
	escapedObjects map[*value.Object]bool
	handing        []value.Value // the arguments of the call that is in progress of such code
}

type escapedFunc struct {
	fn *value.Closure
	to symbol.Name // the function it was handed to
	at value.Place
	// unresolved says that code has it that does not type-check, which may call it in any number of goroutines.
	unresolved bool
}

// The progress is the calls in progress, and how the next one begins.
type progress struct {
	onStack   map[*code.Func]calls
	depth     int
	undecided int          // forks that are followed, one within another
	sides     int          // sides of branches in progress
	current   *frame       // the innermost, nil if there is none
	repeats   bool         // the function that is called next may be called any number of times
	panicking bool         // deferred calls run because of a panic
	mention   value.Place  // of the function value whose call begins
	spawning  bool         // what is called next runs in a goroutine of its own
	begun     *value.Start // how what is called next was started elsewhere
	either    bool         // what is called next is one of several that the call may go to
}

// The calls are those of one function that are in progress.
type calls struct {
	n         int
	undecided int // the forks in which the first of them stands
	given     []value.Value
	second    *value.Memory // when the function called itself first
	cut       bool          // it called itself further than is followed
}

// A frame is one call in progress.
type frame struct {
	*Interp
	fn       *code.Func
	body     *code.Body // of fn
	node     *value.Node
	regs     []value.Value
	types    map[string]string // type parameters
	returns  []exit
	more     bool                  // there were more returns than maxReturns
	forked   map[int]bool          // branches that were taken both ways since their loop began
	bounded  map[int]bool          // loops, by header, whose latest decision to stay was known
	open     map[int]bool          // loops, by header, that were left where that is not known
	decided  map[int]bool          // loops, by header, that could have been left in this round
	counting map[int]bool          // loops, by header, that elements end which are known
	countsAt map[int]int           // of these, the block whose condition ends them
	compared map[int][]value.Value // what conditions in loops compared in the latest round, by block
	ends     map[int][]value.Value // loops, by header: the conditions on which they end, where these are not known
	began    map[int]int           // steps when a loop began
	rounds   map[int]int           // times a loop's decision was known
	last     int                   // block that control left last
	at       int                   // block that runs
	panics   bool                  // a way through it ended in a panic
	meets    int                   // the block where ways meet that such code decides between, the latest
	entered  bool                  // the block to run next, by several ways that meet there
	chose    bool                  // code that does not type-check may decide on which of its ways it is left
	repeats  bool                  // code that cannot be followed calls it, as often as it likes
	waiting  *value.Object         // holds the deferred calls, nil if there are none
	past     map[int]*[]exit       // loops, by header: the ways that have come to their next round while others of the same are followed
}

// An exit is one way a function, or a branch of it, ends.
type exit struct {
	from   int // block control came from
	mem    *value.Memory
	values []value.Value // results of a return
	loops  []value.Value // registers of loops
	failed bool          // a return whose error is not nil
}

// The cost is what a run has taken, and which bounds it met.
type cost struct {
	steps  int         // instructions
	work   *value.Work // of this interpreter and those forked from it
	bounds []Bound
	share  *share             // of the work, in a function that leads to nothing
	taken  map[*code.Func]int // how often such a function took all that it may

	repeatedBy map[*code.Func]int          // calls by the function itself beyond those that are always followed
	spent      map[*code.Func]int          // the work that functions took which lead to nothing
	nothing    int                         // of all of them
	idly       map[laborious]effort        // calls that may lead to something and led to nothing new
	idlyInAll  map[*code.Func]effort       // of a function, since the last call that led to something
	skipped    map[symbol.Name]value.Place // functions of which such a call was not followed, and where the last was

	extended bool // the run took more work than it was to
}

// A share is the work that a function may take which leads to nothing.
type share struct {
	until int // of the work that is done
}

// A laborious call takes much work.
type laborious struct {
	fn    *code.Func
	given string // what is known of what it is given
}

// An effort is how often such calls led to nothing new, and the work that they took together.
type effort struct{ times, work int }

// and returns the effort of one more time.
func (e effort) and(work int) effort { return effort{e.times + 1, e.work + work} }

// A Bound is a limit that a run met: code beyond it was not run.
type Bound struct {
	Why string // such as "it takes more work than is done for one program"
	At  value.Place
}

// The idle is what calls nothing that matters, as far as it was looked at.
type idle struct {
	idleLoops map[loopKey]bool    // loops that only compute, and those that do more
	idleFuncs map[*code.Func]bool // functions, likewise
	idleSteps map[*code.Func]int  // instructions of functions that only compute, of a run aside
}

// A loopKey names a loop by its function and header.
type loopKey struct {
	fn     *code.Func
	header int
}

// The repeated are calls that only repeat others.
type repeated struct {
	rounds    map[callSite][]*roundCall
	repeater  Repeater // nil if each call is followed
	followed  map[string]followedCall
	untouched *value.Version // of the memory in which nothing has changed that several calls can reach
}

// A callSite is a place in one call of a function.
type callSite struct {
	node *value.Node
	at   code.Pos
}

// A roundCall is a call of one of several functions, by a value that is not known.
type roundCall struct {
	fn       value.Value
	args     []value.Value
	contents []value.Value // of what the arguments point to
	result   value.Value
	times    int
}

// A followed call is one of a function that was given nothing but what callers decide.
type followedCall struct {
	result value.Value
	fn     *code.Func
	at     value.Place
}
