package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/value"
)

// queues adds the queues that a run made by hand to result.
func (a *packageAnalysis) queues(result *Result, j *judge.Judge, h *host.Host, main string, reached map[code.Pos]bool) {
	own := h.OwnQueues()
	called := make(map[code.Pos]bool) // sites that the program is known to reach
	type named struct {
		at   code.Pos
		name string
	}
	always := make(map[named]bool) // those that it has without an election too
	sites := sitesOf(own)
	for i, q := range own {
		if !q.Swept {
			called[sites[i].Pos] = true
			always[named{sites[i].Pos, q.Name}] = always[named{sites[i].Pos, q.Name}] || !q.Elected
		}
	}
	byWay := make(map[string]*Controller)
	made := make(map[named][]value.Place)
	byPlace := make(map[value.Place]*Controller)
	// Where the queues of a controller are made: those that nothing is seen to take items from, and the others.
	idle, busy := make(map[*Controller][]code.Pos), make(map[*Controller][]code.Pos)
	for i, q := range own {
		pos := sites[i].Pos
		if !pos.IsValid() || q.Swept && called[pos] || q.Elected && always[named{pos, q.Name}] ||
			main == "" && reached[pos] && sites[i].Package() != a.pkg.Path {
			continue
		}
		if main == "" && sites[i].Node != nil && sites[i].Node.Fn.Generated {
			continue // a queue is the program's where code that is not generated makes it
		}
		way := wayTo(&host.Controller{Site: sites[i]}) + pos.String()
		c := byWay[way]
		for _, other := range made[named{pos, q.Name}] {
			if c == nil && q.Name != "" && host.Exclude(q.Site, other) {
				c = byPlace[other] // the program makes it in one way or in another; without a name it may be for something else
				byWay[way] = c
			}
		}
		made[named{pos, q.Name}] = append(made[named{pos, q.Name}], q.Site)
		if c == nil {
			c = &Controller{
				Site: pos.Place, Constructor: constructor(q, sites[i]), Package: sites[i].Package(), Function: host.Function(sites[i]).Short(),
				Name: q.Name, Main: main, Version: a.version, Queue: true, Limits: make(Limits),
			}
			byWay[way] = c
			result.Controllers = append(result.Controllers, c)
		}
		byPlace[q.Site] = c
		for _, attr := range judge.Attributes() {
			c.mergeQueue(attr, j.OfQueue(attr, q), len(busy[c]) > 0, len(q.Workers) > 0)
		}
		if len(q.Workers) == 0 {
			idle[c] = append(idle[c], q.Site.Pos)
		} else {
			busy[c] = append(busy[c], q.Site.Pos)
		}
		reached[pos] = true
	}
	for c := range idle {
		// One goroutine may only pass items on to the queue whose workers are not seen. Another queue of the same call has none
		// where the program makes a controller twice and runs it once.
		other := slices.ContainsFunc(idle[c], func(at code.Pos) bool { return !slices.Contains(busy[c], at) })
		if w := c.Limits[judge.Concurrency]; other && w.Verdict == judge.Const && w.Value == "1" {
			c.Limits[judge.Concurrency] = Limit{Verdict: judge.Unknown, Detail: "nothing is seen to take items from one of its queues"}
		}
	}
}

// queueSites returns where some of a program's own queues stand, those of one place once: where the inventory has them or, of those
// that stand in a dependency, the call in the user's own modules that leads there.
func queueSites(own []*host.Queue, some []judge.QueueWorkers) []QueueSite {
	if len(some) == 0 {
		return nil
	}
	at := make(map[*host.Queue]value.Place)
	for i, site := range sitesOf(own) {
		at[own[i]] = site
	}
	makers := helpers(own)
	var list []QueueSite
	for _, q := range some {
		site := at[q.Queue]
		if outside(site) {
			site = inProgram(q.Queue, makers).Place
		}
		list = append(list, QueueSite{site.Pos.Place, q.Workers})
	}
	slices.SortFunc(list, func(a, b QueueSite) int {
		return cmp.Or(a.Site.Compare(b.Site), cmp.Compare(a.Workers, b.Workers))
	})
	return slices.Compact(list)
}

// mergeQueue adds what is said of one more queue. Busy says whether something is seen to take items from those before, and
// taken whether from this one: a queue from which nothing does says nothing of the number of workers.
func (c *Controller) mergeQueue(attr *judge.Attribute, j judge.Judgement, busy, taken bool) {
	have, before := c.Limits[attr]
	if attr == judge.Concurrency && before && busy != taken {
		if taken {
			c.Limits[attr] = limitOf(j)
		}
		return
	}
	if attr == judge.Concurrency && severalWorkers(j.Verdict, j.Value) && severalWorkers(have.Verdict, have.Value) {
		if j.Value = judge.Joined(have.Value, j.Value); j.Value != have.Value {
			j.Detail = judge.OneOf(j.Value)
			c.Limits[attr] = limitOf(j)
		}
		return
	}
	lanes := attr == judge.Requests && have.Verdict == judge.Unknown // who only passes items on has no client (testdata/src/queuelanes)
	works := attr == judge.Concurrency && severalWorkers(j.Verdict, j.Value) && have.Verdict == judge.Const
	if !before || lanes || works {
		c.Limits[attr] = limitOf(j)
	}
}

// severalWorkers reports whether a queue has a constant number of workers, and not only the one that may pass items on.
func severalWorkers(verdict judge.Verdict, number string) bool {
	return verdict == judge.Const && number != "1"
}

// wayTo tells the controllers that are created at one site apart: by their names and
// types, and by the calls that lead there.
func wayTo(rec *host.Controller) string {
	var b strings.Builder
	b.WriteString(rec.Name + " " + rec.ForType)
	for n := rec.Site.Node; n != nil; n = n.Caller {
		b.WriteByte(' ')
		b.WriteString(n.At.String())
	}
	return b.String()
}
