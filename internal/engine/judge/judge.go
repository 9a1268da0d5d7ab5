package judge

import (
	"go/constant"
	"slices"
	"time"

	"github.com/rllint/rllint/internal/engine/callgraph"
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Judgement is the verdict on one attribute of one controller.
type Judgement struct {
	Verdict   Verdict
	Detail    string      // one line that says what decided it
	At        value.Place // what decided it
	Cause     value.Place // where a finding stands: At, or the site where the site itself decides
	Value     string      // the number, of a constant
	Default   string      // the number where no flag is given, "" where not known
	Burst     string      // of a client, where it is known
	Name      string      // of the flag, variable or setting
	Asks      Asking      // of middleware that is missing
	OfLibrary bool        // of middleware that is missing: the reconciler is made by a dependency
	Jitter    string      // of a poll: "yes" or "no", "" where not known
	Level     string      // "controller" or "manager": where the deciding value is set
	Field     symbol.Name // the struct field that defines it, where a finding then stands
	Stated    bool        // stated beside what would decide it otherwise, or another rule tells: no finding
	OfManager bool        // unknown only because callers that are not known decide which manager it has
	// Unresolved says that it is unknown because of code that does not type-check.
	Unresolved bool
	open       bool // unknown only because callers that are not known decide
	byOthers   bool // they do so by what else they call
}

// A Judge knows the controllers of one entry point, or of all the entry points of a package.
type Judge struct {
	Program *Program

	records  []*host.Controller
	settings *known.Settings
	pkg      *code.Package

	first    map[*host.Controller]*host.Controller  // records of controllers that several ways set up -> the first of each
	several  map[code.Pos]bool                      // sites that make different controllers
	makers   map[symbol.Name]map[code.Pos]bool      // functions that make limiters -> sites they serve
	queuesOf map[*value.Object]map[value.Place]bool // limiters -> sites at which they are a queue's
	holders  map[*value.Object]int                  // limiters that middleware or a reconciler asks -> controllers that ask them
	wrapping map[*value.Object]bool                 // limiters that middleware asks
	askers   int                                    // controllers whose middleware asks some limiter
	rates    map[*host.Input]bool                   // inputs that set the rate of a global limiter
	// unlearnt says that other inputs may do so too: middleware does not type-check.
	unlearnt bool
}

// A label tells controllers apart that one site makes.
type label struct {
	name, forType string
	call          code.Pos // that leads to the site, where neither is known
}

func labelOf(rec *host.Controller) label {
	l := label{name: rec.Name, forType: rec.ForType}
	if rec.Name == "" && rec.ForType == "" && rec.Site.Node != nil {
		l.call = rec.Site.Node.At
	}
	return l
}

// makers returns the functions that were called, one by another, from the set-up
// function of a site to where a value was made, innermost first; nil if the value
// was made by the set-up function itself or outside of it.
func makers(made, site value.Place) []symbol.Name {
	active := make(map[*value.Node]bool)
	for n := site.Node; n != nil; n = n.Caller {
		active[n] = true
	}
	var out []symbol.Name
	for n := made.Node; n != nil; n = n.Caller {
		if active[n] {
			if n != site.Node && n.Fn.Sym.Outermost() != host.Function(site) {
				return nil
			}
			return out
		}
		out = append(out, n.Fn.Sym)
	}
	return nil
}

// firstOfEach returns the elements of a list without those whose key one before has, of those whose keys count.
func firstOfEach[T any, K comparable](list []T, key func(T) (k K, counts bool)) []T {
	seen := make(map[K]bool)
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool {
		k, counts := key(x)
		again := seen[k]
		seen[k] = again || counts
		return again && counts
	})
}

// madeWhere says where a limiter was made, seen from a controller's set-up function.
type madeWhere int

const (
	madeHere    madeWhere = iota // in the set-up function itself
	madeByCall                   // by a function the set-up function calls
	madeOutside                  // before the set-up function was called
)

func whereMade(made, site value.Place) madeWhere {
	if made.Node == nil {
		return madeOutside
	}
	if made.Node == site.Node || host.Function(made) == host.Function(site) {
		return madeHere
	}
	if makers(made, site) != nil {
		return madeByCall
	}
	return madeOutside
}

// severity orders verdicts: where several are possible the worst counts.
var severity = map[Verdict]int{
	"": 0, Shared: 1, Wrapped: 1, Rate: 1, Unlimited: 1, Default: 1, Priority: 1, FirstCome: 1, Own: 1, None: 1, Unknown: 2, Flag: 3, Const: 4,
	Adhoc: 5, Missing: 5, Unset: 6,
}

// Worse reports whether verdict a counts where a and b are both possible.
func Worse(a, b Verdict) bool { return severity[a] > severity[b] }

func unknown(why string) Judgement { return Judgement{Verdict: Unknown, Detail: why} }

// unresolved is a verdict that code which does not type-check may decide.
func unresolved(why string) Judgement {
	return Judgement{Verdict: Unknown, Detail: why, Unresolved: true}
}

// lost is the verdict on a value that cannot be followed.
func lost(v *value.Unknown) Judgement {
	return Judgement{Verdict: Unknown, Detail: v.Why, Unresolved: v.Unresolved}
}

// notFollowed is the verdict on a value that callers decide or that cannot be followed, and what it is if neither is known of it.
func notFollowed(v value.Value, what string) Judgement {
	switch v := value.Dynamic(v).(type) {
	case *value.Param:
		return undecided(v.Name)
	case *value.Unknown:
		return lost(v)
	}
	return unknown(what)
}

func undecided(what string) Judgement {
	return Judgement{Verdict: Unknown, Detail: what + " is decided by callers outside the analysed packages", open: true}
}

// orSite returns at, or the record's site if at is no place.
func orSite(at value.Place, rec *host.Controller) value.Place {
	if at.Pos.IsValid() {
		return at
	}
	return rec.Site
}

// causeOf returns where a finding about something left out stands: where the value
// that lacks it was made, unless the set-up function did that itself.
func causeOf(at value.Place, rec *host.Controller) value.Place {
	if !at.Pos.IsValid() || at.Node == rec.Site.Node || host.Function(at) == host.Function(rec.Site) {
		return rec.Site
	}
	return at
}

// A Program is what a run made beside the controllers.
type Program struct {
	*host.Host
	Main bool // the run began at main: nobody else decides anything
	Cut  bool // the run met a bound: there may be more
	// Unread says that main reaches code that was not read: the run met a bound or lost its way to controllers, or a package does
	// not fully type-check.
	Unread bool
	// Uncalled are the sites that no call of main's leads to, though calls lead to most of those beside them.
	Uncalled []callgraph.Site
}

// A Fault is what is wrong with an attribute of the program.
type Fault struct {
	Verdict     Verdict
	Detail      string
	Value, Name string        // of a constant; of a flag, variable or setting
	Cause       value.Place   // where a finding stands
	AtCause     bool          // it stands there in the source of another package too, where that is at hand
	Others      []value.Place // places of the same kind that belong to it
	Delays      []Delay       // of polls, that a fix changes
	CallsLead   bool          // of these the calls count that lead there from the analysed package: a fix is made there
	Controllers []*host.Controller
	Queues      []QueueWorkers // made by hand, whose workers have part in it
	Known       []Known        // what limits these all the same
	By          value.Place    // what lets it be so, where something does
	Part        int            // for how many of the controllers or queues Name decides, 0 for all
	Sharing     int            // how many of the program's queues share the client that is meant, 0 for all
}

// A Known limit is one that holds in a program without a rate.
type Known struct {
	Of          LimitOf
	Text        string // what it is, such as "20 requests a second"; "" where that is not known
	Controllers int    // for how many of those that the fault is about it holds
}

// QueueWorkers are the workers of a queue that a program makes by hand.
type QueueWorkers struct {
	Queue   *host.Queue
	Workers string // their number, or the flag or setting that says it
}

// A Delay is where a poll's delay is written, or where the controller is set up whose reconciler has options for it.
type Delay struct {
	At      code.Place
	Package string            // of the reconciler
	Jitter  map[string]string // by the name of its option for an interval, that for jitter
	Lists   map[string]int    // by the names of functions there, the first of their arguments that are options, any number of them
}

// An Asking is what a reconciler asks that no shared limiter wraps.
type Asking int

// A LimitOf says what a [Known] limit limits.
type LimitOf string

// number returns the number that a value is, if it is constant.
func number(v value.Value) (float64, bool) {
	if _, isNil := v.(value.Zero); isNil {
		return 0, true
	}
	b, ok := v.(*value.Basic)
	if !ok || b.Val.Kind() != constant.Int && b.Val.Kind() != constant.Float {
		return 0, false
	}
	f, _ := constant.Float64Val(constant.ToFloat(b.Val))
	return f, true
}

func delay(ns float64) string { return time.Duration(ns).String() }
