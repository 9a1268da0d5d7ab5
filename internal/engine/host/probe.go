package host

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Chain is what is asked before a reconciler, or the innermost of those it wraps,
// does its work.
type Chain struct {
	Asked      []Asked // the limiters asked on some way
	Ways       []Way   // the ways in which an innermost reconciler is reached
	ByCallers  bool    // a reconciler in the chain is decided by unknown callers
	WhyUnknown string  // why the chain cannot be followed to its end, "" if it can
	Made       value.Place
	Type       symbol.Name   // of the outermost reconciler
	Inner      []symbol.Name // of innermost ones, as far as they have methods
	Itself     []Taken       // what the innermost reconciler asks itself
	NilAsked   symbol.Name   // the middleware that asks a limiter which is nil, and so panics, "" if none does
	// Unresolved says that code which does not type-check may ask limiters, or wrap the reconciler, or
	// be the reconciler.
	Unresolved bool
	// Delays are those after which the innermost reconcilers ask for their requests again where they return no error.
	Delays []Delay
	// Lengthened are those that middleware makes of what the reconcilers inside ask for, and its own.
	Lengthened []Delay
}

// An Asked limiter is one that middleware takes a token from.
type Asked struct {
	Limiter   value.Value
	Around    []value.Value // limiters whose own code asks it, outermost first
	Within    []value.Value // limiters that it holds
	Rates     []value.Value // what sets the rates of these
	By        symbol.Name   // the middleware's type
	Uncertain bool          // it has a limiter's method, and whether that has to do with time cannot be read
	PerItem   bool          // its own code counts for each item apart
	Named     bool          // settings name the middleware
	Waits     bool          // a reconcile that gets no token waits for it in its worker, and is not sent back
}

// A Taken token is one that the innermost reconciler asks a limiter for itself.
type Taken struct {
	Asked
	Always bool // on every way through it
}

// A Way is one way in which an innermost reconciler is reached.
type Way struct {
	Asked    []int    // what was asked on it, by index
	Switches []Switch // how the conditions turned out that the request does not decide
	Unless   code.Pos // the condition on the request on which it depends last, zero if there is none
}

// A Switch is the outcome of a condition that the program's configuration decides.
type Switch struct {
	At  code.Pos
	Yes bool
}

// A probe is the host of such a run.
type probe struct {
	*Host
	*interp.Interp
	main      *interp.Interp
	chain     Chain
	place     *value.Object // holds the state of the way that is followed
	states    map[string]*state
	simple    map[*value.Union][]*state // the states of a union in memory, simplified; nil for more than states
	places    map[code.Pos]int          // numbers of where ways part
	depth     int
	by        []symbol.Name                 // types of the reconcilers in progress
	around    []value.Value                 // limiters whose own code is in progress
	asks      int                           // calls that asked
	stood     int                           // calls that stand for code which does not type-check
	innermost symbol.Name                   // the type of the reconciler that may be one
	choices   [][]value.Value               // the reconcilers between which the program's configuration chooses
	parted    bool                          // ways have parted by a condition that neither the request nor the configuration decides
	kept      map[*value.Object]value.Value // what objects may hold at the next reconcile, where this one changes it
	asking    bool                          // after which delays a reconciler asks for its requests again
	leads     map[*code.Func]bool           // in a run that follows no others: functions that can come to a reconciler or a limiter
	handed    bool                          // the function value that is called next was handed over as a reconciler
}

// A mark on a value says what it derives from.
type mark struct{ of string }

var request, said = &mark{"the request"}, &mark{"what a limiter says"}

// reconcile calls a reconciler as its controller does.
func reconcile(in *interp.Interp, reconciler value.Value, at value.Place) {
	if p, ok := reconciler.(value.Ptr); ok {
		reconciler = &value.Iface{Type: "*" + p.Obj.Type, V: p}
	}
	c := &interp.Call{Interp: in, At: at, Results: 2, Err: true, Shape: code.Shape{LastParam: "-", FirstResult: known.Result}}
	c.Sym = known.Reconcile + ".Reconciler.Reconcile"
	c.Args = []value.Value{reconciler, &value.Unknown{Why: "a context", NonNil: true, At: at},
		&value.Unknown{Why: "the request", Deps: []value.Value{request}, At: at}}
	c.InvokeMethod()
}

// A Delay is one after which a reconciler asks for its request again, with the reconciler as it was when its controller was made.
type Delay struct {
	Value value.Value
	At    value.Place
}

// Bounds on running a reconciler: code that only limits is far below.
const (
	maxChain        = 16      // reconcilers in a chain
	maxSwitches     = 6       // on a way
	reconcilerSteps = 250_000 // instructions
)

// A state is what has happened on a way before the innermost reconciler. States are in
// memory, where ways that come together make a union of theirs; equal ones are one.
type state struct {
	asked    []int
	switches []Switch
	unless   code.Pos
	key      string // tells what was asked, and with which switches
}
