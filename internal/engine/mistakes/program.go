package mistakes

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// A Result lists the mistakes of a package.
type Result struct {
	report.Fault

	Mistakes []Mistake // by position

	clustered []symbol.Name          // the types whose objects have no namespace
	reads     map[symbol.Name][]Read // by functions of other packages
	mappings  []mapping
}

// A Mistake is something that is not what it is meant to be.
type Mistake struct {
	Pos   token.Pos
	Kind  Kind
	Text  string    // the expression, as it is written: a delay, what fails, a channel; or the name of a flag
	Value int64     // of a constant
	Expr  ast.Expr  // the expression, nil if it stands in another function
	At    token.Pos // where a function of the package changes the object that it is handed
	Meant bool      // it is a request's, and 1: whoever writes that may mean "at once"
}

// A Kind says what is wrong.
type Kind int

// What is wrong.
const (
	Unitless        Kind = iota // a constant delay that counts nanoseconds
	Counted                     // a number of seconds or the like, converted as if it were nanoseconds
	Passed                      // what is left until a time that may have passed
	NoBurst                     // a bucket that never holds a token
	OtherLimiter                // a delay of a limiter that is not that of the queue
	Dropped                     // an event that a handler drops where it cannot ask the API server
	Unheard                     // a signal that is sent while nobody receives
	Early                       // a goroutine that reads with the manager's client before anything has started the manager: Expr is the read
	Misowned                    // a watch that asks for owners of another kind than the controller is for: Text has both kinds
	Misnamed                    // an event that asks for an object of another kind by its own object's name: Text has both kinds
	Astray                      // a map function that asks for objects by the name of one of another kind, Expr: Text has both
	Unmapped                    // a watch whose map function takes objects of another type alone: Text has both, Expr is the assertion
	NeverParsed                 // a flag for a number of workers that nothing parses
	RateNeverParsed             // the same, for the rate of a client
	ConfigEarly                 // a config that is read before the flag is parsed that says from where: Expr is the call that does
	Cached                      // an object of an informer's cache that is changed in place
	Replaced                    // predicates of a watch in whose place later ones are put
	ForTwice                    // a builder that is told twice what it is for: Expr is the object of before
	Tombstone                   // a deletion that the watch missed, taken for the object: Text says what comes of that
	Overruled                   // options of a builder in whose place later ones are put: Expr is the call that does so
	NoSteps                     // a back-off that allows no try: Expr is what is to try
	Unheeded                    // the answer of a limiter that nobody looks at
	RateOfDelay                 // a delay that is taken for a rate
	Late                        // a limit that is set in a config of which the clients have been made
	WrittenAgain                // an update of an object with the version from before another one: Expr is that one
	WrittenInstead              // an update of an object in place of one that failed: Expr is that one
	WrittenMade                 // an update of an object that is made, where the one that there is was read: Expr is the read
	Asserted                    // a filter that holds back what it is for, since it turns what the assertion says round
	MisnamedSeries              // a deletion of a metric's series that names another number of labels: Text has the metric and both numbers
	Uncompared                  // a handler of updates that leaves those alone which change what the package reads: Expr is where
	ShadowedDelay               // a delay or a Result in a variable that hides the one which is returned
	Spaced                      // a watch whose requests name a namespace, for objects that have none
	Uncontrolled                // a watch for owned objects that only get owners which are not their controllers: Text is their kind
	Unspaced                    // a request with the namespace of an object that has none, for one that has: Text has both kinds
	AtOnce                      // a read with the client of a manager that has not started: Expr is the function that is called
	Unindexed                   // a list by an index that nothing registers
	Copied                      // a limit that is set in a copy of a config which the function was handed
	Unmade                      // a limit that is set in a config of which nothing is made
	NoSuchKind                  // a number of workers for a kind that is not written as one
	NeverSet                    // a delay in a field that nothing sets
	BeforeParse                 // a flag that is read for a number of workers before flags are parsed
	Unreceived                  // a send on a channel that nobody receives from
	Awaited                     // a send on a channel from which nobody receives before the sender is done
	StopSent                    // a value that is sent where a channel has to be closed, so that all who wait for it stop
	Unreturned                  // a Result that asks for the request again and that nothing reads: Text is the variable
	Overwritten                 // a Result in the place of which a deferred function puts another: Text is the variable
	Overtaken                   // a delay in whose place another is put: Text is the variable, Expr what is set then
	UnreadFlag                  // a flag for a variable that nothing reads: Expr is the variable
	Itself                      // a filter of updates that takes the new object for the old one, or the old one for the new: Text
	Fresh                       // a limiter that is asked right after it was made: Expr is the limiter
	Series                      // of a metric, with one for each object that there ever was: Text has its kind and name
	Uncounted                   // a gauge that keeps the last value of what is no longer counted: Text has its kind and name
	AsksBoth                    // a filter of updates that asks the object before and after for the same: Expr is one of the questions
	CopyDropped                 // a request whose context a copy has that nobody takes: Expr is the method
	KindEmpty                   // a question for the kind of an event's object, which is empty: Expr is the object
	UnreadOption                // a field with an option of a controller that the set-up does not read
	ReadAsBuilt                 // a flag that is read while the command is built, before anybody parses it
	ReadEarly                   // a flag that is read before flags are parsed: Expr is the call that does
)

// Helpers is the fact about a package of the user's: what its functions do with objects that they are handed.
type Helpers struct {
	Funcs   []helper // sorted by symbol
	Indexes []string // that it registers, sorted
	Asked   []askedIndex
	// Clustered are its types whose objects have no namespace, and Spacing its functions that make requests with that of an object.
	Clustered, Spacing []symbol.Name
	Owning             []owning
	Series             []series      // that it asks of metrics which other packages know
	Settled            []symbol.Name // metrics of which it deletes series, or that were found
	Metrics            bool          // whether it declares some
}

// An asked index is one by which a list of objects is asked for, and where.
type askedIndex struct {
	Name  string
	Place code.Place
}

// A helper is a function that changes the objects in some of its parameters, counted from 0, or reads parts of objects.
type helper struct {
	Symbol   symbol.Name
	Changes  []int
	Compares []comparison // what it looks at of each of two objects, where it compares these
	Fetches  []int        // by which it reads with a client, or [ofReceiver]
	Reads    []Read
	Series   []series // which it asks for with a label from a parameter
}

// A series is one that a package asks a metric of Prometheus for, for each object.
type series struct {
	Metric symbol.Name
	Kind   Kind   // [Series] or [Uncounted]
	Text   string // the metric's kind and name
	Place  code.Place
	Param  int // of the function that asks for it, which its callers hand the name of the object
}

// An owning is that a package gives objects of a type, or of any where that is "", an owner, as their controller or not.
type owning struct {
	Type       symbol.Name
	Controller bool
}

// AFact marks Helpers as a fact.
func (*Helpers) AFact() {}

// A comparison is what a function looks at of an object as it was before an update.
type comparison struct {
	Type  symbol.Name // "" where the function does not say
	Parts []string    // such as Labels, Spec for all of it, or Spec.NodeName, sorted
}

// A Read is that a function reads a part of objects of a type, or, where that is "", of what a parameter of it holds, or looks up a key in
// the map that is in a parameter.
type Read struct {
	Type  symbol.Name
	Part  string
	Key   string // as Go writes the constant, # and a number for the one in a parameter, "" for none
	Param int
}

// A mapping is the body of a function that maps objects of a type, which a builder watches, to requests.
type mapping struct {
	of    symbol.Name
	by    symbol.Name // the type of what the builder is completed with, "" if that is not known
	param *types.Var
	body  *ast.BlockStmt
}

// A program is a package that is looked at.
type program struct {
	pass    *analysis.Pass
	info    *types.Info
	decls   map[*types.Func]*ast.FuncDecl
	hands   map[*ast.FuncDecl]bool   // see [program.handsOut]
	changed map[*types.Var]token.Pos // see [program.changesParam]
	// forEvents are the functions of the package that are named where handlers of events are.
	forEvents func() map[types.Object]bool
	facts     []*Helpers // about imports
	owning    []owning   // of imports
	owns      func() []owning
	helpers   map[symbol.Name]helper // of imports
	scopes    []symbol.Name          // their types whose objects have no namespace
	spacing   []symbol.Name          // their functions that make requests with the namespace of an object
	// asking are the series for which functions of the package ask with a label from a parameter.
	asking  map[symbol.Name][]series
	metrics []*types.Package // that declare some, of those that it knows
	result  *Result
}

func isInteger(t types.Type) bool {
	basic, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// found adds a mistake.
func (p *program) found(m Mistake) {
	if m.Text == "" {
		m.Text = syntax.Written(p.pass, m.Expr)
	}
	p.result.Mistakes = append(p.result.Mistakes, m)
}

// primitive returns what a call does, by a variable of controller-runtime's too.
func (p *program) primitive(call *ast.CallExpr) known.Kind {
	obj := syntax.Object(p.info, call.Fun)
	if obj == nil || obj.Pkg() == nil {
		return known.None
	}
	name := symbol.Of(obj)
	return known.Func(cmp.Or(known.Variables[name], name))
}

func enclosing(at inspector.Cursor) *ast.FuncDecl {
	for c := range at.Enclosing((*ast.FuncDecl)(nil)) {
		return c.Node().(*ast.FuncDecl)
	}
	return nil
}

// runsLater reports whether a place is in a function literal or a loop, and so may run after what follows it.
func runsLater(at inspector.Cursor) bool {
	for range at.Enclosing((*ast.FuncLit)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return true
	}
	return false
}
