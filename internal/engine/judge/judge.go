package judge

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/interp"
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
	Program *Program // what the run made beside the controllers; only faults need it

	records  []*host.Controller
	settings *known.Settings
	pkg      *code.Package
	// Partial says that parts of the program do not type-check: who else uses what is made for one
	// controller may not be known.
	Partial bool
	Run     *interp.Interp // what made the controllers; nil if that is not known

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

// New returns a judge of the controllers of a run.
func New(pkg *code.Package, s *known.Settings, records []*host.Controller) *Judge {
	j := &Judge{
		records: records, settings: s, pkg: pkg,
		first:    make(map[*host.Controller]*host.Controller),
		several:  make(map[code.Pos]bool),
		makers:   make(map[symbol.Name]map[code.Pos]bool),
		queuesOf: make(map[*value.Object]map[value.Place]bool),
		holders:  make(map[*value.Object]int),
		wrapping: make(map[*value.Object]bool),
		rates:    make(map[*host.Input]bool),
	}
	j.learnRepeats()
	j.countControllers()
	j.learnMakers()
	j.learnLimiters()
	return j
}

// countControllers notes which sites make different controllers. That one site is
// reached in several ways tells nothing: several mains, or one in several ways, may
// set up the same controller.
func (j *Judge) countControllers() {
	type controller struct {
		name, forType string
		reconciler    symbol.Name
		call          code.Pos // where the name and the type are not known
	}
	first := make(map[code.Pos]controller)
	for _, rec := range j.records {
		c := controller{name: rec.Name, forType: rec.ForType, reconciler: chainOf.Of(&rec.Record).Type}
		if rec.Name == "" && rec.ForType == "" {
			c.call = callOf(rec.Site)
		}
		if have, ok := first[rec.Site.Pos]; !ok {
			first[rec.Site.Pos] = c
		} else if have != c {
			j.several[rec.Site.Pos] = true
		}
	}
}

// callOf returns where the function a site lies in was called.
func callOf(site value.Place) code.Pos {
	if site.Node == nil {
		return code.Pos{}
	}
	return site.Node.At
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
