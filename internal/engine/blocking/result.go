package blocking

import (
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Rule is the name of the rule that reports waits.
const Rule = "RL4003"

// A Repeat is how often something is done.
type Repeat struct {
	Times   int64 // at most, 0 where that is not known; of what is done for each of several objects, for one of them
	Each    bool  // for each of several objects
	Endless bool  // until something happens that nothing bounds
}

var once = Repeat{Times: 1}

// A Result lists where the reconcilers of a package wait.
type Result struct {
	report.Fault

	Waits []Found
	// Served has the functions of the package that workers of other packages call for each item that they take from a queue made by hand, and
	// whether they ask which one that is: losterrors, builtwith.
	Served map[*types.Func]bool
}

// A Found is a wait that a reconciler of the package comes to.
type Found struct {
	Wait
	Pos token.Pos // of the wait or, where that is in no source at hand, of the call that leads there
	// Reconciler is the method or function that the way begins with, and Type that of which it is a method, "" for none.
	Reconciler string
	Type       symbol.Name
	// Worker is whether it takes items from a queue that is made by hand.
	Worker bool
	// Handler is whether it is called for events.
	Handler bool
	// Left is whether it is wrong whoever calls the function, as a lock that a return leaves locked.
	Left bool
	// Steps are where the calls of the way stand, in order, as far as they are in source at hand.
	Steps []token.Pos
}

// A Wait is a call that waits.
type Wait struct {
	code.Place        // as the file set names it
	What       string // such as "time.Sleep"
	Length     int64  // how long each time, 0 where not known
	Written    string // what says how long, where that is not known: a variable, a field, a call
	Repeat     Repeat // how often
	Near       bool   // the loop over objects is in the function that waits
	Forever    bool   // so is the loop without an end
	Way        []Step // the calls between the function that has this and the wait, outermost first
	Poll       bool   // it asks again and again whether something is so, and ends when it is
	Retry      bool   // it is the back-off between tries, of a length that is not known, or after conflicts
	Paced      bool   // the function that waits counts or looks at the time: where it is asked whether to go on, it ends that loop
	Explained  bool   // its authors have thought about it: a comment says at length why a pause is there, or speaks of blocking
	Does       string // what happens there in place of a wait of the worker
	Begun      bool   // it is what lasts as long as the program, and each pass begins one, unless something on the way keeps that it has
	Bound      bool   // where a caller gives the context an end, that ends it
	Own        bool   // to something in what the method belongs to
	Foreign    bool   // it is in a dependency
	Shared     bool   // it is no wait: What is a map that is written into without a lock
	Module     string // the dependency that it is in
}

// A Step is a call on the way to a wait.
type Step struct {
	Name       string // of the function that is called
	Chosen     bool   // it is one of several that an interface may hold there
	code.Place        // where the call stands, as the file set names it
}

type waitsOf struct {
	Symbol symbol.Name
	Waits  []Wait
}
