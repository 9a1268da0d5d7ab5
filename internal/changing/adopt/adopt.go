// Package adopt puts a program that limits nothing behind the limits of rllint's runtime: main makes
// them from a flag, and they reach a controller by one field of a struct, such as its reconciler.
// A program that has a global limiter gets the runtime's in its place.
//
// What it cannot do for certain it leaves alone, and says what to do by hand.
package adopt

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"iter"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/showing/findings"
)

// Options say how a program is limited.
type Options struct {
	Mains   []string // import paths of the main packages of which one is meant: that which reaches controllers; nil for those of the module
	Rate    int      // what the flag is by default, in reconciles a second; above 0
	Workers bool     // give each controller as many workers as the rate, instead of as many as it has
}

// A Plan is what is to be changed.
type Plan struct {
	// Changes are findings whose fixes limit one controller each, with all that this takes elsewhere.
	Changes []findings.Finding
	// Left names what is not limited, and why.
	Left []string
	// Notes names what else stays as it is: controllers that other modules create, which nothing here can limit, those that keep the
	// workers that they have although more are wanted, and managers whose clients keep the limits that they have.
	Notes []string
	// Done counts the controllers that are limited already, Moved those whose limiter becomes the runtime's, and
	// NotLimited those that stay without limits. A place that is reached in several ways makes several.
	Done, Moved, NotLimited int
	// Kind is a type of objects that are reconciled at the rate, "" if none is known.
	Kind string
	// Priorities says that queues keep their priorities by the runtime's module for that.
	Priorities bool
}

// Make works out how to limit the program, whose packages the collector has seen.
//
// An error is one sentence that says what to do.
func Make(c *Collector, reports []driver.Report, opts Options) (*Plan, error) {
	p := newProgram(c)
	main, controllers, err := p.choose(reports, opts.Mains)
	if err != nil {
		return nil, err
	}
	if err := supported(controllers); err != nil {
		return nil, err
	}
	plan := new(Plan)
	if pass := p.passes[main]; pass != nil {
		switch made := globalLimiters(pass); len(made) {
		case 0:
		case 1:
			return plan, p.move(plan, made[0], controllers)
		default:
			return nil, fmt.Errorf("%s makes %d global limiters, the second at %s; adopt needs one", main, len(made), at(pass, made[1].call))
		}
	}
	for _, c := range p.unreached(reports, controllers) {
		p.leave(plan, c, errors.New("main does not seem to reach it"))
	}
	todo, err := p.unlimited(plan, controllers)
	if err != nil || len(todo) == 0 {
		return plan, err
	}
	return plan, p.hand(plan, main, todo, reports, opts)
}

// hand plans to limit controllers.
func (p *program) hand(plan *Plan, main string, todo []*model.Controller, reports []driver.Report, opts Options) error {
	st, err := p.newStart(main, results(reports), opts)
	if err != nil {
		return err
	}
	places := p.existing(main)
	if len(places) == 0 {
		places = p.atManagers(st)
	}
	var unmade error
	for _, c := range todo {
		plan.Kind = cmp.Or(plan.Kind, c.For)
		if opts.Workers && c.Kept != nil {
			plan.Notes = append(plan.Notes, fmt.Sprintf("%s:%d: controller %s keeps state of a request (%s, %s:%d): its number of workers stays",
				c.Site.File, c.Site.Line, c.Title(), c.Kept.Name, c.Kept.At.File, c.Kept.At.Line))
		}
		plan.Priorities = plan.Priorities || st.priorities || fix.LimitingOf(c, "").Priorities
		list, err := p.limit(c, st, places)
		if err != nil {
			if e, ok := errors.AsType[unmadeError](err); ok {
				unmade = cmp.Or(unmade, error(e))
			}
			p.leave(plan, c, err)
			continue
		}
		pass := p.passes[c.Package]
		one := p.change("limit controller "+c.Title(), pass, position(pass, c.Site), list)
		for range p.times[c.Site] {
			one.Controllers = append(one.Controllers, c.Title())
		}
		plan.Changes = append(plan.Changes, one)
	}
	if len(plan.Changes) == 0 && plan.Done == 0 && unmade != nil {
		return unmade
	}
	for _, m := range st.managers {
		if st.isLimited(m) && len(plan.Changes) > 0 {
			plan.Notes = append(plan.Notes, m.pass.Fset.Position(m.call.Pos()).String()+
				": the client of the manager keeps the limit that it has")
		}
	}
	return nil
}

// results yields the packages that were named, with what each has.
func results(reports []driver.Report) iter.Seq2[string, *model.Result] {
	return func(yield func(string, *model.Result) bool) {
		for pkg, result := range driver.Results[*model.Result](reports, model.Analyzer) {
			if pkg.Named && !yield(pkg.Path, result) {
				return
			}
		}
	}
}

// change returns a finding whose fix are the edits.
func (p *program) change(what string, pass *analysis.Pass, pos token.Pos, list []edits) findings.Finding {
	return findings.Finding{
		Message:  what,
		Position: pass.Fset.PositionFor(pos, false),
		Fixes:    []findings.Fix{{Message: what, Edits: p.resolve(list)}},
	}
}

// supported reports as an error if the program is built with a controller-runtime that the runtime does not work with.
func supported(controllers []*model.Controller) error {
	for _, c := range controllers {
		if c.Version != "" && semver.Compare(c.Version, firstSupported) < 0 {
			return fmt.Errorf("the program is built with controller-runtime %s, and the limits need %s or later: update it first (go get "+
				"sigs.k8s.io/controller-runtime@%[2]s); until then, MaxConcurrentReconciles and RateLimiter in the options of each controller limit "+
				"that one", c.Version, firstSupported)
		}
	}
	return nil
}

// firstSupported is the first version of controller-runtime that the runtime works with.
const firstSupported = "v0.19.0"

// unlimited returns the controllers that can be limited, and notes the others in the plan.
func (p *program) unlimited(plan *Plan, controllers []*model.Controller) ([]*model.Controller, error) {
	var todo []*model.Controller
	var otherwise *model.Controller
	for _, c := range controllers {
		pass := p.passes[c.Package]
		switch middleware := c.Limits[judge.Middleware]; {
		case pass == nil:
			plan.foreign(c)
		case fix.IsLimited(pass, position(pass, c.Site)):
			plan.Done += p.times[c.Site]
		case middleware.Verdict == judge.Wrapped:
			plan.Done += p.times[c.Site]
			otherwise = c
		case middleware.Verdict == judge.Unknown:
			p.leave(plan, c, errors.New("rllint does not know whether it is limited: "+middleware.Detail))
		default:
			todo = append(todo, c)
		}
	}
	if otherwise != nil && len(todo) > 0 {
		return nil, fmt.Errorf("controller %s already asks a global limiter, and %s asks none: see rllint -fix", otherwise.Title(),
			todo[0].Title())
	}
	return todo, nil
}

// unreached returns the controllers of the program that are not among those that main reaches, but for those
// that tests make.
func (p *program) unreached(reports []driver.Report, reached []*model.Controller) []*model.Controller {
	seen := make(map[model.Site]bool)
	for _, c := range reached {
		seen[c.Site] = true
	}
	var list []*model.Controller
	for _, result := range results(reports) {
		for _, c := range result.Controllers {
			if !c.Queue && p.passes[c.Package] != nil && !seen[c.Site] && !strings.HasSuffix(c.Site.File, "_test.go") {
				seen[c.Site] = true
				list = append(list, c)
			}
		}
	}
	return list
}

func (plan *Plan) foreign(c *model.Controller) {
	plan.Notes = append(plan.Notes, fmt.Sprintf("%s:%d: controller %s is created in another module, which is left alone", c.Site.File,
		c.Site.Line, c.Title()))
}

func (p *program) leave(plan *Plan, c *model.Controller, why error) {
	plan.Left = append(plan.Left, fmt.Sprintf("%s:%d: controller %s is left alone: %v", c.Site.File, c.Site.Line, c.Title(), why))
	plan.NotLimited += max(1, p.times[c.Site])
}

// choose returns the main package and the controllers that it reaches, each site once.
func (p *program) choose(reports []driver.Report, wanted []string) (string, []*model.Controller, error) {
	byMain := make(map[string][]*model.Controller)
	for path, result := range results(reports) {
		if len(wanted) > 0 && !slices.Contains(wanted, path) {
			continue
		}
		for _, c := range result.Controllers {
			if c.Main != path {
				continue
			}
			p.times[c.Site]++
			same := func(other *model.Controller) bool { return other.Site == c.Site }
			if !c.Queue && !slices.ContainsFunc(byMain[path], same) {
				byMain[path] = append(byMain[path], c)
			}
		}
	}
	if len(wanted) == 1 {
		return wanted[0], byMain[wanted[0]], nil
	}
	mains := slices.Sorted(maps.Keys(byMain))
	switch len(mains) {
	case 0:
		return "", nil, errors.New("no main package here reaches a controller; name the main package of the program")
	case 1:
		return mains[0], byMain[mains[0]], nil
	}
	return "", nil, fmt.Errorf("several main packages reach controllers; name one of them: %s", strings.Join(mains, ", "))
}

// Edits are changes in the files of one package.
type edits struct {
	pass *analysis.Pass
	list []analysis.TextEdit
}

// resolve returns edits as drivers have them, each once.
func (p *program) resolve(all []edits) []findings.Edit {
	var list []findings.Edit
	for _, e := range all {
		for _, edit := range e.list {
			one := findings.Edit{
				Position: e.pass.Fset.PositionFor(edit.Pos, false),
				End:      e.pass.Fset.PositionFor(edit.End, false),
				NewText:  string(edit.NewText),
			}
			if !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
	}
	return list
}

func position(pass *analysis.Pass, s model.Site) token.Pos {
	return syntax.AtOwn(pass, s.File, s.Line, s.Column)
}
