package findings

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/model"
)

// voices tell which controllers belong to programs that promise no rate: of those RL1000 says so, once. A package
// that has rates or limiters in sight is analysed before the programs that use it, and says what its controllers
// lack of a promise that none of these may have made.
type voices struct {
	unpromised, promised map[model.Site]bool // sites that main packages of either kind reach
	own                  map[*load.Package]map[string][]model.Site
	programs             map[model.Site][]model.Promised // what the programs that make a controller limit it by
	followed             map[string]bool                 // modules whose programs make controllers
	// linked are the packages that may set up controllers which no program is seen to make: all where not all of the programs is followed
	// to its end, but for those that no main package imports, directly or not.
	linked map[*load.Package]bool
}

func newVoices(reports []driver.Report) voices {
	v := voices{
		make(map[model.Site]bool), make(map[model.Site]bool), make(map[*load.Package]map[string][]model.Site),
		make(map[model.Site][]model.Promised), make(map[string]bool), make(map[*load.Package]bool),
	}
	partly := false
	for pkg, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		of := v.promised
		if slices.ContainsFunc(result.Programs, func(p model.Program) bool { return p.Unpromised }) {
			of = v.unpromised
		}
		sites := make(map[string][]model.Site)
		for _, c := range result.Controllers {
			if c.Main != "" {
				of[c.Site] = true
				if pkg.Module != nil {
					v.followed[pkg.Module.Path] = true
				}
				for _, p := range result.Programs {
					v.programs[c.Site] = append(v.programs[c.Site], p.Promised)
				}
			} else {
				sites[subject(c)] = append(sites[subject(c)], c.Site)
			}
		}
		v.own[pkg] = sites
		partly = partly || len(result.Missed) > 0 || !result.Whole()
	}
	for _, r := range reports {
		if partly && r.Package.Name == "main" {
			maps.Copy(v.linked, r.Package.Closure())
		}
	}
	return v
}

// overruled reports whether a diagnostic of a package is about a promise that no program makes whose controllers it is
// about, be it that there is none.
func (v voices) overruled(p *load.Package, d driver.Diagnostic) bool {
	rule, _ := level.Split(category(d))
	at := model.Site{File: d.Position.Filename, Line: d.Position.Line, Column: d.Position.Column}
	if rule == judge.Unwatched.Rule && len(d.Subjects) == 0 && (v.promised[at] || v.unpromised[at]) {
		return true // another program makes the controller that this one does not
	}
	if !slices.ContainsFunc(judge.Attributes(), func(a *judge.Attribute) bool { return a.Rule == rule && a.Promised }) {
		return false
	}
	nobody := p.Module != nil && v.followed[p.Module.Path] && !v.linked[p]
	for _, subject := range d.Subjects {
		sites := v.own[p][subject]
		if len(sites) == 0 || slices.ContainsFunc(sites, func(s model.Site) bool { return v.promised[s] || !v.unpromised[s] && !nobody }) {
			return false
		}
	}
	return len(d.Subjects) > 0
}

// named returns the message of a diagnostic with the rate and the limiter of the program in it, where the package that
// the diagnostic is of could not know them and all programs with its controllers agree.
func (v voices) named(p *load.Package, d driver.Diagnostic) string {
	if !strings.Contains(d.Message, model.AnyRate) && !strings.Contains(d.Message, model.AnyLimiter) {
		return d.Message
	}
	var all []model.Promised
	for _, subject := range d.Subjects {
		for _, site := range v.own[p][subject] {
			all = append(all, v.programs[site]...)
		}
	}
	if len(all) == 0 || slices.ContainsFunc(all,
		func(other model.Promised) bool { return other.Rate != all[0].Rate || other.Limiter != all[0].Limiter }) {
		return d.Message
	}
	return strings.NewReplacer(model.AnyRate, cmp.Or(all[0].Rate, model.AnyRate), model.AnyLimiter,
		all[0].LimiterNear(d.Position.Filename)).Replace(d.Message)
}
