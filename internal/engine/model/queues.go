package model

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// queues adds the queues that a run made by hand to result.
func (a *packageAnalysis) queues(result *Result, j *judge.Judge, h *host.Host, main string, reached map[code.Pos]bool) {
	own := h.OwnQueues()
	called := make(map[code.Pos]bool) // sites that the program is known to reach
	sites := make([]value.Place, len(own))
	makers := helpers(own)
	for i, q := range own {
		sites[i] = inProgram(q.Site, makers)
		if !q.Swept {
			called[sites[i].Pos] = true
		}
	}
	byWay := make(map[string]*Controller)
	for i, q := range own {
		pos := sites[i].Pos
		if !pos.IsValid() || q.Swept && called[pos] || main == "" && reached[pos] && sites[i].Package() != a.pkg.Path {
			continue
		}
		way := wayTo(&host.Controller{Site: sites[i]}) + pos.String()
		c := byWay[way]
		if c == nil {
			c = &Controller{
				Site: siteOf(pos), Constructor: constructor(q, sites[i]), Package: sites[i].Package(), Function: host.Function(sites[i]).Short(),
				Name: q.Name, Main: main, Version: a.version, Queue: true, Limits: make(map[*judge.Attribute]Limit),
			}
			byWay[way] = c
			result.Controllers = append(result.Controllers, c)
		}
		for _, attr := range judge.Attributes() {
			c.mergeQueue(attr, j.OfQueue(attr, q))
		}
		reached[pos] = true
	}
}

// inProgram returns the call in the user's own modules that makes a queue: that of the function of a dependency that
// makes it or, where a function of the program makes queues for several of the same package, that one's.
func inProgram(site value.Place, makers map[symbol.Name]bool) value.Place {
	at := site
	for n := site.Node; n != nil && n.Caller != nil; n = n.Caller {
		dependency := siteOf(at.Pos).dependency() != ""
		if !dependency && !makers[n.Fn.Sym] {
			break
		}
		at = value.Place{Pos: n.At, Node: n.Caller}
	}
	if siteOf(at.Pos).dependency() != "" {
		return site
	}
	return at
}

// helpers returns the functions that make queues for several callers of their own package, and are not exported.
func helpers(queues []*host.Queue) map[symbol.Name]bool {
	callers := make(map[symbol.Name]map[code.Pos]bool)
	for _, q := range queues {
		for n := q.Site.Node; n != nil && n.Caller != nil; n = n.Caller {
			sym := n.Fn.Sym
			if sym.Anonymous() || sym.Exported() || n.Caller.Fn.Pkg.Path != sym.Package() {
				break
			}
			if callers[sym] == nil {
				callers[sym] = make(map[code.Pos]bool)
			}
			callers[sym][n.At] = true
		}
	}
	out := make(map[symbol.Name]bool)
	for sym, at := range callers {
		out[sym] = len(at) > 1
	}
	return out
}

// constructor returns the name of the function that makes a queue, seen from its site.
func constructor(q *host.Queue, site value.Place) string {
	if site == q.Site {
		return q.Constructor
	}
	for n := q.Site.Node; n != nil; n = n.Caller {
		if n.At == site.Pos {
			return n.Fn.Sym.Outermost().Last()
		}
	}
	return q.Constructor
}

// queueVerdicts orders what queues say that one call makes: the framework's own items pass several of them, one of which has
// the limiter and one the workers.
var queueVerdicts = map[*judge.Attribute][]judge.Verdict{
	judge.Limiter:     {judge.None, judge.Unknown, judge.Default, judge.Adhoc, judge.Shared, judge.Unset},
	judge.Concurrency: {judge.Unknown, judge.Unset, judge.Const, judge.Flag, judge.Rate},
}

func (c *Controller) mergeQueue(attr *judge.Attribute, j judge.Judgement) {
	have, before := c.Limits[attr]
	order := queueVerdicts[attr]
	if !before || slices.Index(order, j.Verdict) > slices.Index(order, have.Verdict) {
		c.Limits[attr] = limitOf(j)
	}
}
