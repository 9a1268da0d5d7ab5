package model

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
)

// conditional is whether the driver makes sure of the conditions of fixes itself, by [Made].
var conditional bool

// moreWorkers is whether fixes may give controllers more workers than they have.
var moreWorkers bool

func init() {
	Analyzer.Flags.BoolVar(&conditional, "conditional", false, "suggest fixes whose conditions the driver looks at in the main packages")
	Analyzer.Flags.BoolVar(&moreWorkers, "workers", false, "suggest fixes that change how many workers controllers have, too")
}

// MoreWorkers reports whether fixes may give controllers more workers than they have.
func MoreWorkers() bool { return moreWorkers }

// Made returns the first of the fixes of a finding that may be made, and where there are none, why a fix is not made, to complete a
// sentence that begins with "the fix is not made". Results are those of all packages that were analysed.
func Made[T any](fixes []T, c *Conditions, results []*Result) ([]T, string) {
	for i := range c.Needs {
		if why := c.Needs[i].withheld(results); why != "" {
			return nil, why
		}
		if main := c.missedBy(results); main != "" {
			return nil, fmt.Sprintf("%s is not followed to it on all ways, so nobody knows whether it sets %s everywhere", main, c.Needs[i].Text)
		}
	}
	kept := c.kept(results)
	if !c.Workers || kept == nil && (moreWorkers || c.Unset && c.siblingsHave(results)) {
		return fixes[:1], ""
	}
	if len(fixes) > 1 {
		return fixes[1:2], ""
	}
	if kept != nil {
		return nil, fmt.Sprintf("the controller keeps state of a request (%s, %s:%d): make it safe for more than one worker first", kept.Name,
			filepath.Base(kept.At.File), kept.At.Line)
	}
	return nil, "it would change how many workers the controller has; -fix=workers makes it"
}

// kept returns what one of the controllers keeps of a request (passworkers), nil if none is known to.
func (c *Conditions) kept(results []*Result) *Kept {
	for _, r := range results {
		for _, one := range r.Controllers {
			if one.Kept != nil && slices.Contains(c.Sites, one.Site) {
				return one.Kept
			}
		}
	}
	return nil
}

// missedBy returns a main package that leads to one of the controllers, as far as calls tell, and whose run did not, ""
// if there is none.
func (c *Conditions) missedBy(results []*Result) string {
	for _, r := range results {
		for _, m := range r.Missed {
			if slices.Contains(c.Sites, m.Site) {
				return m.Main
			}
		}
	}
	return ""
}

func (n *Need) withheld(results []*Result) string {
	var unset []string
	reached := false
	for _, r := range results {
		for i := range r.present {
			p := &r.present[i]
			switch runs, has := n.in(p.Names); {
			case p.Main == "" && has:
				return "" // whoever calls the function
			case p.Main == "":
			case has:
				reached = true
			case runs:
				reached = true
				unset = append(unset, p.Main)
			}
		}
	}
	switch {
	case len(n.Sources) == 0:
		return fmt.Sprintf("whether %s is set there cannot be told", n.Text)
	case !reached:
		return fmt.Sprintf("no main package that was analysed leads there, so nobody knows whether %s is set", n.Text)
	case len(unset) > 0:
		slices.Sort(unset)
		return fmt.Sprintf("%s is not known to set %s", unset[0], n.Text)
	}
	for _, r := range results {
		for _, p := range r.present {
			if p.Main != "" && !p.Whole {
				return fmt.Sprintf("%s is not analysed as a whole, so nobody knows whether it sets %s everywhere", p.Main, n.Text)
			}
		}
	}
	return ""
}

// Whole reports whether the runs of a main package followed all that it can do.
func (r *Result) Whole() bool {
	return !slices.ContainsFunc(r.present, func(p presence) bool { return p.Main != "" && !p.Whole })
}

// in reports whether the function of a need ran, and whether the need was met each time.
func (n *Need) in(names host.Present) (runs, has bool) {
	for _, s := range n.Sources {
		runs = runs || names[s.Func] != nil
		has = has || names.Has(s.Func, s.Root, s.Fields, n.Number)
	}
	return runs, has
}

// siblingsHave reports whether, in each program that creates the controllers, others are given a number of
// workers that users set.
func (c *Conditions) siblingsHave(results []*Result) bool {
	have := make(map[string]bool) // by main package that creates the controllers
	for _, r := range results {
		for _, one := range r.Controllers {
			if one.Main != "" && slices.Contains(c.Sites, one.Site) {
				have[one.Main] = false
			}
		}
	}
	for _, r := range results {
		for _, one := range r.Controllers {
			workers := one.Limits[judge.Concurrency]
			if _, wanted := have[one.Main]; wanted && !slices.Contains(c.Sites, one.Site) && workers.Level == "controller" &&
				(workers.Verdict == judge.Rate || workers.Verdict == judge.Flag) {
				have[one.Main] = true
			}
		}
	}
	for _, yes := range have {
		if !yes {
			return false
		}
	}
	return len(have) > 0
}

// keepPresent keeps what fixes may need to know of a run: nothing if there is nothing to fix.
func (a *packageAnalysis) keepPresent(result *Result, h *host.Host, main string, whole bool) {
	bad := false
	for _, c := range result.Controllers {
		for _, limit := range c.Limits {
			bad = bad || limit.Verdict.Bad()
		}
	}
	for _, causes := range result.causes {
		bad = bad || len(causes) > 0
	}
	if bad || !whole {
		h.Present.Prune()
		result.present = append(result.present, presence{main, whole, h.Present})
	}
}
