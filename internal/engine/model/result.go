package model

import (
	"go/token"
	"path/filepath"
	"strings"

	"github.com/rllint/rllint/internal/engine/behaviour"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Result is what the [Analyzer] found in one package.
//
// A package that is not a main package sees its own functions called with
// arguments it does not know; what depends on those arguments is
// [Unknown] there and is decided by the packages that call it. Each verdict is
// therefore reported by the first package that has everything it depends on.
type Result struct {
	// Controllers lists the controllers this package decides: for a main
	// package every controller it reaches, wherever it is created; for any
	// other package those created in it, as far as it can see.
	Controllers []*Controller

	// Behaviour has what the functions of this package do, whatever main passes.
	Behaviour behaviour.Result

	// Elsewhere lists the sites of controllers that functions of this package create by calls into packages which it imports, and
	// that are among the controllers of these.
	Elsewhere []Site

	// Programs tells what a main package has beside its controllers; it is empty for any other package.
	Programs []Program

	// Missed lists the sites that calls lead to from a main package and that are not among its controllers.
	Missed []Missed

	// Fault says what went wrong inside the analysis. The rest of the result is then empty.
	report.Fault

	// Bounds says, for people, where a run met a bound of the analysis: what lies beyond is not
	// in the result. The rest of the result is as if it did not exist.
	Bounds []string

	// What the runs of a main package took of the work that it may, see share.go.
	taken   int
	tookAll bool

	// causes holds, for each attribute, the places in this package that decide
	// a verdict no imported package has decided already.
	causes map[*judge.Attribute][]Cause

	present []presence // of each run, what fixes may use

	// Wrappers are the functions that could wrap the reconcilers of this package. They are looked for only where a reconciler is
	// not wrapped.
	Wrappers []Wrapper

	// OptionMakers are the methods that could make the options of this package's controllers. They are looked for only where
	// something is not set.
	OptionMakers []OptionMaker

	// ConfigLimiters are the functions that could limit the clients of this package's managers. They are looked for only where
	// a client is not limited.
	ConfigLimiters []ConfigLimiter
}

// Problems says, for people, why the result is not whole; it is empty if it is.
func (r *Result) Problems() []string {
	return append(r.Fault.Problems(), r.Bounds...)
}

// Causes returns the places in this package that decide attribute a of some
// controller, in source order. Each place appears once, however many
// controllers it decides for, and only in the package where the verdict becomes
// known.
func (r *Result) Causes(a *judge.Attribute) []Cause { return r.causes[a] }

// A Cause is a place in the analysed package that decides one attribute of one
// or more controllers.
type Cause struct {
	Pos     token.Pos // where the finding stands, in this package's files
	End     token.Pos // may be token.NoPos
	Call    token.Pos // the call in this package that leads to Pos, for an attribute of the program
	Verdict judge.Verdict
	Detail  string // what is at Pos, such as "workqueue.NewTypedItemExponentialFailureRateLimiter"
	// Details are those of all the controllers, each once: at one place several flags may be defined.
	Details []string
	Value   string // the number, of a constant
	Asks    judge.Asking
	Name    string // of the flag, variable or setting, for an attribute of the program
	// Elsewhere is the place that decides if it lies in another package: Pos is then that of the call
	// that leads there.
	Elsewhere Site
	// Made is the place that decides, wherever that is, for an attribute of the program.
	Made     Site
	Reaches  []*Controller // the controllers it decides for, sorted by site; empty only for an attribute of the program
	Others   []Site        // places of the same kind that belong to it, for an attribute of the program
	Delays   []judge.Delay // of polls, in any package of the program
	Queues   []QueueSite   // queues made by hand that have part in it, sorted
	Known    []judge.Known // what limits these all the same, of a program without a rate
	Promised Promised      // what the program limits its controllers by
	By       Site          // what lets it be so, where something does; else zero
	Part     int           // for how many of the controllers or queues Name decides, 0 for all
	Sharing  int           // how many of the program's queues share the client that is meant, 0 for all
	Note     bool          // its finding is of level note, whatever that of its rule is: rules set it in message

	file string // that of the finding, as the file set names it

	// Conditions are those of its fixes, which the fixes set.
	Conditions Conditions
}

// A QueueSite is where a queue is made that workers of the program take items from.
type QueueSite struct {
	Site    Site
	Workers string // their number, or the flag or setting that says it
}

// A Controller is one controller that a program creates: a call that creates one, as
// reached in one way from one main package.
type Controller struct {
	Site        Site
	Constructor string      // Complete, Build, New, NewTyped, NewUnmanaged, NewTypedUnmanaged
	Package     string      // import path of the package that holds the site
	Function    string      // the named function that holds the site, such as bucket.Setup; "" where not known
	Name        string      // the controller's name, "" where not known statically
	For         string      // the reconciled type, "" where not known statically
	Reconciler  symbol.Name // the type of the innermost reconciler, "" where not known
	Main        string      // import path of the main package that reaches it, "" if none does
	Version     string      // the controller-runtime version it is built with, "" where not known
	OwnWorkers  bool        // its options may set a number of workers
	Queue       bool        // it is no controller of controller-runtime, but a queue that workers of the program take items from
	Kept        *Kept       // what its reconciler keeps of a request, nil if nothing is known

	// Limits holds every attribute of [judge.Attributes].
	Limits Limits

	options, optionsType string // the parameter of Function that is main's options, see handedOptions
}

// A Site is a place that holds across packages and processes: File is as the file set names it, or module@version/path for a
// dependency.
type Site = code.Place

// dependencyOf returns the module@version that a place lies in, "" for a place in the user's own modules.
func dependencyOf(s Site) string {
	module, rest, found := strings.Cut(s.File, "@")
	if !found || filepath.IsAbs(module) || strings.HasPrefix(module, ".") || !dotted(module) {
		return ""
	}
	version, _, _ := strings.Cut(rest, "/")
	return module + "@" + version
}

// Limits are what limits a controller, by attribute.
type Limits map[*judge.Attribute]Limit

// A Limit is one resolved attribute of a controller.
type Limit struct {
	Verdict judge.Verdict
	Detail  string // one line that says what decided it
	At      Site   // where that is; zero where not known
	Value   string // the number, of a constant or a default
	Default string // the number where no flag is given, "" where not known
	Burst   string // of a client, where it is known
	Flag    string // the flag's, variable's or field's name, where one decides
	Level   string // "controller" or "manager": where the deciding value is set; "" where that makes no difference
	Jitter  string // of a poll
	// OfManager says that it is unknown only because callers decide which manager the controller has.
	OfManager bool
	// Unresolved says that it is unknown because of code that does not type-check.
	Unresolved bool
}

// A Missed site creates a controller that calls lead to from a main package, and that the run from main did not come to:
// it lost its way, or a condition on the way is never true.
type Missed struct {
	Main string // import path
	Site Site
	Left Site // the call or mention at which the run did not go on, or the site itself

	controller *Controller // of a site in the main package itself, with limits that are not known
}

// Kept is what a reconciler keeps of a request where the pass of another request sees it: such a controller is to have one worker
// (RL4011).
type Kept struct {
	Reconciler symbol.Name // its type
	Name       string      // of the first such field or variable
	At         Site        // where it is set
}

// Promised is what a program limits all its controllers by. Messages name it where a controller lacks it.
type Promised struct {
	Rate    string // as people write it, such as "--max-reconcile-rate"; "" where it is not known
	RateAt  Site   // where it is defined; zero where that is not known
	Limiter Site   // where the limiter is made that all controllers are to ask; zero where there is none
	Options []Site // where main makes the options that controllers are to get
	options token.Pos
	types   []string // of these options
}

// A ConfigLimiter is a function that returns a rest.Config whose QPS and Burst derive from a rate that
// it is given: a number, or limits whose method it is.
type ConfigLimiter struct {
	Package string // import path
	Name    string // of the package
	Func    string
	// Receiver is the type of the limits whose method it is, in the notation of [code.TypeString],
	// without pointer; "" for a function.
	Receiver string
	// RateFirst says that a function's rate comes before the config.
	RateFirst bool
}

// An OptionMaker is a method without parameters that makes the options of a controller from
// its receiver: their queue limiter, and their number of workers.
type OptionMaker struct {
	Receiver string // its type, in the notation of [code.TypeString], without pointer
	Method   string // its name
	Options  string // the type of the options
	Workers  bool   // the number of workers is the receiver's
	Number   bool   // it sets the number of workers
	// Limiters are the fields of the receiver that the queue limiter comes from, such as Limits.Queue; none if
	// the method makes one.
	Limiters []string
}

// A Wrapper is a function that puts global-rate middleware around a reconciler: what it
// returns asks a limiter that the function was given before it calls a reconciler that the
// function was given.
type Wrapper struct {
	Package string // import path
	Name    string // of the package
	Func    string
	// Params are the types of the parameters, in the notation of [code.TypeString].
	Params []string
	// Reconciler and Limiter are the places of the two among the parameters.
	Reconciler, Limiter int
	Err                 bool // it returns an error too
}

func limitOf(j judge.Judgement) Limit {
	return Limit{
		Verdict: j.Verdict, Detail: j.Detail, At: j.At.Pos.Place, Value: j.Value, Default: j.Default, Burst: j.Burst, Flag: j.Name,
		Level: j.Level, Jitter: j.Jitter, OfManager: j.OfManager, Unresolved: j.Unresolved,
	}
}

// dotted reports whether the first element of an import path has a dot, as those of
// the standard library do not.
func dotted(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// Conditions are what must hold of a whole program before a fix may be made in one of its packages. The package
// itself mostly does not know: its main packages do.
type Conditions struct {
	Needs []Need
	// Workers says that the fix gives controllers another number of workers. Others for the same finding do not.
	Workers bool
	// Unset says that nobody has chosen a number for them so far.
	Unset bool
	// Sites are where the controllers are created that the fix is for.
	Sites []Site
}

// A Need is something that a fix uses, and that must be neither nil nor zero when the program runs.
type Need struct {
	Text    string // as the fix has it, such as o.GlobalRateLimiter
	Number  bool   // of a number it is enough that users set it
	Sources []Source
}

// A Source is one way to know a variable, or a field of one. Any of a need's will do.
type Source struct {
	Func   string   // as [host.FuncAt] names it
	Root   string   // the variable, as [host.Present] names it
	Fields []string // from the variable to what is needed
}

// A presence is what was there when the controllers and managers of a run were made.
type presence struct {
	Main  string // import path of the main package, "" for a run whose arguments are not known
	Whole bool   // the run followed all that main can do
	Names host.Present
}

// A Program is what a main package has beside its controllers.
type Program struct {
	Main string // import path
	// Unpromised says that it promises no rate: nothing is said of what its controllers lack of one.
	Unpromised bool
	Rates      []judge.DescribedRate
	Limiters   []judge.DescribedLimiter
	Managers   []Manager
	Promised   Promised // what it limits all its controllers by, for messages
}

// A Manager is a manager with what limits the requests of its client.
type Manager struct {
	Client      Limit
	At          Site
	Controllers int
	Plain       bool // it leaves the workers of its controllers alone
}
