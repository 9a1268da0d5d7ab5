package interp

import (
	"maps"
	"slices"

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

// Code returns the code of the function that is called, nil if it is not known.
func (c *Call) Code() *code.Func { return c.fn }

// Continue makes the call as it is made where the host does not know the function. The
// code must be known.
func (c *Call) Continue() value.Value { return c.run() }

// Limits of one run. They are far above what real set-up code needs; where one
// is met the values concerned become Unknown.
const (
	maxWork    = 6_000_000 * value.Instruction
	maxDepth   = 8_000  // calls in progress
	maxSides   = 20_000 // sides of branches in progress, each of which takes some 3 KB of the stack
	maxReturns = 128    // ways one call returns
)

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
	skipped    map[symbol.Name]value.Place // functions of which such a call was not followed, and where the last was

	extended bool // the run took more work than it was to
}

// The idle is what calls nothing that matters, as far as it was looked at.
type idle struct {
	idleLoops map[loopKey]bool    // loops that only compute, and those that do more
	idleFuncs map[*code.Func]bool // functions, likewise
	idleSteps map[*code.Func]int  // instructions of functions that only compute, of a run aside
}

// The repeated are calls that only repeat others.
type repeated struct {
	rounds    map[callSite][]*roundCall
	repeater  Repeater // nil if each call is followed
	followed  map[string]followedCall
	untouched *value.Version // of the memory in which nothing has changed that several calls can reach
}

type escapedFunc struct {
	fn *value.Closure
	to symbol.Name // the function it was handed to
	at value.Place
	// unresolved says that code has it that does not type-check, which may call it in any number of goroutines.
	unresolved bool
}

// New returns an interpreter for entry points of root.
func New(root *code.Package, host Host) *Interp {
	work := &value.Work{Limit: maxWork}
	in := &Interp{
		Root: root, Host: host, Limit: maxWork,
		way: way{mem: value.NewMemory(work)},
		objects: objects{
			globals:      make(map[symbol.Name]*value.Object),
			paramObjects: make(map[string]*value.Object),
			aliases:      make(map[*value.Object][]*value.Object),
			filled:       make(map[*value.Unknown]*value.Object),
			made:         new(int),
			started:      make(map[string]bool),
		},
		missing: missing{lacking: make(map[string]bool), chosen: make(map[value.Value]bool)},
		cost: cost{
			work: work, taken: make(map[*code.Func]int), spent: make(map[*code.Func]int), repeatedBy: make(map[*code.Func]int),
			idly: make(map[laborious]effort), skipped: make(map[symbol.Name]value.Place),
		},
	}
	in.begin()
	return in
}

// Allow lets the run take so many parts of the work that it might.
func (in *Interp) Allow(parts, of int) { in.work.Limit = in.work.Limit / of * parts }

// Taken returns how much of the work that a run may take at most was done, in parts of so many, rounded up.
func (in *Interp) Taken(of int) int { return in.work.Done*of/maxWork + 1 }

// Spent reports whether the run took all the work that it may.
func (in *Interp) Spent() bool { return in.extended || in.work.Over() }

// begin forgets what a run aside does not share with the run that it is forked from.
func (in *Interp) begin() {
	in.unread = unread{
		called:         make(map[symbol.Name]bool),
		ran:            make(map[*value.Closure]bool),
		escapedObjects: make(map[*value.Object]bool),
		handing:        in.handing,
	}
	in.onStack = make(map[*code.Func]calls)
	in.repeated = repeated{rounds: make(map[callSite][]*roundCall), followed: in.followed, untouched: in.untouched}
	in.idle = idle{idleLoops: make(map[loopKey]bool), idleFuncs: make(map[*code.Func]bool)}
}

// A Brancher is a [Host] that wants to know of the branches that are taken both ways.
type Brancher interface {
	// Branch is told of a condition whose outcome is not known, at the start of the way
	// on which it is yes, and of that on which it is not.
	Branch(cond value.Value, at code.Pos, yes bool)
}

// Fork returns an interpreter for a run aside: it begins with what in knows at this
// moment, and nothing that it does shows in in. It runs at most limit instructions, and
// of a function that only computes at most a share of them. It takes at most a share of the work that is left.
func (in *Interp) Fork(host Host, limit int) *Interp {
	out := *in
	out.Host, out.Limit, out.outer = host, limit, in
	out.way = way{mem: in.mem.Copy()}
	out.begin()
	out.cost = cost{work: in.work, repeatedBy: in.repeatedBy, share: in.shareOf(shares)}
	out.idleSteps = make(map[*code.Func]int) // the host may know other functions
	return &out
}

// Aside reports whether this is a run aside.
func (in *Interp) Aside() bool { return in.outer != nil }

// Steps returns the instructions that were run.
func (in *Interp) Steps() int { return in.steps }

// A Bound is a limit that a run met: code beyond it was not run.
type Bound struct {
	Why string // such as "it takes more work than is done for one program"
	At  value.Place
}

// Bounds returns the bounds that the run met, each kind once.
func (in *Interp) Bounds() []Bound { return in.bounds }

func (in *Interp) met(why string, at value.Place) {
	for _, b := range in.bounds {
		if b.Why == why {
			return
		}
	}
	for at.Node != nil && !at.Pos.IsValid() { // the compiler made the instruction
		at = value.Place{Pos: at.Node.At, Node: at.Node.Caller}
	}
	in.bounds = append(in.bounds, Bound{why, at})
}

// Escaped reports whether an object was handed out of sight.
func (in *Interp) Escaped(o *value.Object) bool {
	for ; in != nil; in = in.outer {
		if in.escapedObjects[o] {
			return true
		}
	}
	return false
}

// Exhausted reports whether the run was cut short by the bound on its length.
func (in *Interp) Exhausted() bool { return in.steps > in.Limit || in.work.Over() || in.overShare() }

// Did notes work that the host did.
func (in *Interp) Did(units int) { in.work.Add(units) }

// Work returns the work that was done, by runs aside too: instructions, joins, and walks over values.
func (in *Interp) Work() int { return in.work.Done }

// Called reports whether the function with the symbol was run.
func (in *Interp) Called(sym symbol.Name) bool { return in.called[sym] }

// Run calls a function with the arguments given, and then what it handed to
// code that cannot be followed.
func (in *Interp) Run(fn *code.Func, args []value.Value) value.Value {
	var v value.Value
	in.through(func() { v = in.call(fn, args, nil, nil, value.Place{Pos: fn.Pos}) })
	in.settle()
	return v
}

// Params returns arguments for fn that its callers decide.
func Params(fn *code.Func) []value.Value {
	args := make([]value.Value, fn.Params)
	for i := range args {
		args[i] = &value.Param{Name: fn.ParamNames[i]}
	}
	return args
}

// RunInits runs the init functions of root and of what it imports, in an order
// in which a package follows its imports.
func (in *Interp) RunInits() {
	seen := make(map[string]bool)
	var visit func(p *code.Package)
	visit = func(p *code.Package) {
		if seen[p.Path] {
			return
		}
		seen[p.Path] = true
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			visit(p.Imports[path])
		}
		for _, sym := range p.Inits {
			if fn := p.Funcs[sym]; fn != nil {
				in.through(func() { in.call(fn, nil, nil, nil, value.Place{Pos: fn.Pos}) })
			}
		}
	}
	visit(in.Root)
}

func (in *Interp) opaqueArgs(c *value.Closure) []value.Value {
	if c.Fn == nil {
		return nil
	}
	first := 0
	if c.Method {
		first = 1
	}
	var args []value.Value
	for i := first; i < c.Fn.Params; i++ {
		args = append(args, in.unknownArg(c.Fn, i))
	}
	return args
}

// unknownArg is what parameter i of a function gets from code that cannot be followed.
func (in *Interp) unknownArg(fn *code.Func, i int) value.Value {
	if in.OpenGlobals {
		return &value.Param{Name: fn.ParamNames[i]}
	}
	return &value.Unknown{Why: "an argument from code that cannot be followed"}
}

// newObject returns an object with a number of its own.
func (in *Interp) newObject(typ string, at value.Place) *value.Object {
	*in.made++
	return value.NewObject(typ, at, *in.made, in.starting)
}

// commonObject returns an object that package variables lead to, or what callers decide.
func (in *Interp) commonObject() *value.Object {
	*in.made++
	return value.NewObject("", value.Place{}, *in.made, true)
}

// Exists reports whether an object was made on the way that is followed, or on one of those
// that came together in it.
func (in *Interp) Exists(o *value.Object) bool { return in.mem.Peek(o) != nil }

// New makes an object with the content given and returns a pointer to it.
func (in *Interp) New(typ string, content value.Value, at value.Place) value.Ptr {
	o := in.newObject(typ, at)
	in.mem.Set(o, content)
	return value.Ptr{Obj: o}
}
