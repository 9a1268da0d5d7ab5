package queuing

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A program is what is known of a package while it is analysed.
type program struct {
	classes
	pass      *analysis.Pass
	pkg       *ssa.Package
	funcs     []*ssa.Function
	relevant  map[*ssa.Function]bool // those that do something with queues, or call such
	summaries map[*ssa.Function]*summary
	walk      *paths.Program
	remember  map[symbol.Name]bool      // of other packages: functions that return a limiter which remembers items
	wrappers  map[symbol.Name]bool      // of other packages: methods that add an item with the queue's limiter
	byEvents  map[token.Pos]bool        // calls that add events with a queue's limiter
	refs      map[ssa.Value][]reference // that function values may be
	// implementing are the package's methods that calls of interfaces' methods may go to.
	implementing map[*ssa.CallCommon][]*ssa.Function
	ownMakers    map[symbol.Name]bool    // the package's own makers, nil before they are asked for
	makers       map[symbol.Name]bool    // those of other packages
	adding       map[token.Pos]operation // calls that add items, nil before they are asked for
	resyncs      []code.Place            // of other packages: handlers of updates that add each object
	handling     map[*ssa.Function]bool  // those that are called for events, nil before it is asked
}

// throughInterface is a function that mentions an interface's method.
type throughInterface struct {
	method *types.Func
	user   *ast.FuncDecl
}

// A class is a set of variables, fields and results of functions of a package that may hold one queue: those that it
// is handed on between.
type class struct {
	into *class // what it has become a part of, nil if it is whole

	ops     op                 // what is done with its items anywhere in the package
	made    []*creation        // where its queues are made
	paced   bool               // its items come back after the delays of a limiter
	escapes bool               // code of other packages is handed one of its queues
	visible bool               // code of other packages can get at one of its queues, if it wants to
	calls   map[op][]token.Pos // where it is done
}

// classes finds the class of values.
type classes struct {
	own   *types.Package // whose functions are read
	byKey map[any]*class
}

// A creation is a call that makes a queue.
type creation struct {
	call    *ssa.Call
	limited bool
	limiter ssa.Value
}

// A result is one of a function.
type result struct {
	fn    *types.Func
	index int
}

// A summary is what a function does with queues, itself or by what it calls.
type summary struct {
	ends   []end
	seen   map[token.Pos]bool
	limits map[token.Pos]bool // calls that add items with a limiter other than after an error
	lost   bool
}

// An end is what has been done with an item when a worker is through with it.
type end struct {
	item
	get  token.Pos
	ops  op
	at   places
	last ssa.Instruction // the return, or where the next one is taken
	bad  bool
	left token.Pos // where a function literal that had the item returned after an error, if one did
	line token.Pos // of what ran last
}

// A client asks what is done with items on each path of a function.
type client struct {
	paths.Silent
	*program
}

// A way is a path through a function, with what is known there of items.
type way struct {
	*program
	*paths.Path
	f   *paths.Frame
	s   *state
	out *summary
}

// A reference is a function of the package that a variable may hold, with the variables that it has captured, its receiver among them.
type reference struct {
	fn       *ssa.Function
	captured []ssa.Value
	method   bool // with its receiver bound
}

// A memory says what a limiter remembers.
type memory int

// An addition is a call that adds an item to a queue with its limiter, which may remember items.
type addition struct {
	queue  *class // nil if a function of another package adds it
	unsure bool   // what the queue's limiter remembers is not known
	apart  bool   // no two items are equal
}

// A use is a call that gives a limiter to a queue, which asks it.
type use struct {
	call    *ssa.Call
	limiter ssa.Value
	made    *creation // nil where a function makes the queue of the limiter that it is handed
	class   *class
}

// An item is what a worker has from a queue, or what a function is handed that may be one.
type item struct {
	class *class
	from  ssa.Value // nil for one of which it is not known where it comes from
}

// places are where the latest of each operation on an item is, as far as it has one.
type places [12]token.Pos

// A state is what is known of items on one path through a function, and of the errors on it.
type state struct {
	items  map[item]op
	at     map[item]places           // where the latest of each operation is
	phis   map[*ssa.Phi]*ssa.Extract // that are a result of the latest call which hands out an item, at one of several places
	fate   op                        // failed and settled, since the latest item was taken
	bad    bool                      // the item itself is wrong: no other try can help
	over   bool                      // the program ends, as its context says: nothing more comes of the item
	left   token.Pos                 // where a function literal that had the item returned after an error, if one did
	latest token.Pos                 // of what ran
}

// A Finding is a fault in the use of a queue.
type Finding struct {
	Rule string
	Pos  token.Pos
	// What says which form of the fault it is.
	What Form
	// Detail is part of the message: a type, or the line where something else stands.
	Detail string
	// Note says that it is true, and may well be meant.
	Note bool
}

// A Form is a form of a fault.
type Form int

// Adds is the fact about a package that imports queues, and whose importers may have to do with them.
type Adds struct {
	Limited  []symbol.Name // functions that add items with the limiter of a queue, sorted
	Remember []symbol.Name // functions that return a limiter which remembers failures by item
	AddAll   []code.Place  // handlers of updates that add each object, whatever has changed
	Makers   []symbol.Name // functions that make a queue of the limiter that they are handed, which the queue asks
}

// An op is what is done with an item, or with several in turn: a set of what the constants name.
type op uint32

// An operation is a call of a queue's method.
type operation struct {
	op
	queue ssa.Value
	item  ssa.Value // nil for Get, and where it is not known
	vague bool      // it may be another operation that adds
}

type handler struct {
	fn   *ssa.Function
	form Form
	once bool // it is called when an object is new or gone, once for each
}

// A Result lists the faults in the use of a package's queues.
type Result struct {
	Findings []Finding // by position
}

// An Analysis is what becomes the [Result] of a package once its functions are built.
type Analysis struct {
	program
	chosen map[*ast.FuncDecl]bool
}
