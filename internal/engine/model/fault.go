package model

import (
	"cmp"
	"go/token"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/value"
)

// fault adds a fault of the program to the causes this package decides, unless an import
// has decided it. It stands at its cause if that is in this package, at the code of this package that
// leads there, at the cause in the source of another package of the user's, as for the variable of a
// package, or else at the first of its controllers. Own are the queues that the program makes by hand.
func (a *packageAnalysis) fault(result *Result, attr *judge.Attribute, f judge.Fault, controllers map[*host.Controller]*Controller,
	own []*host.Queue) {
	key := attr.Key + " " + string(f.Verdict) + " " + f.Cause.Pos.String()
	if a.reported[key] {
		return
	}
	pos := a.placeOf(f.Cause)
	call := pos
	if f.AtCause || !pos.IsValid() {
		site := f.Cause.Pos.Place
		if a.suppressed(site, attr) {
			return
		}
		at := syntax.AtOwn(a.pass, site.File, site.Line, site.Column)
		if !at.IsValid() {
			at = sourcePos(a.pass.Fset, site) // which looks at all files
		}
		pos = cmp.Or(at, pos)
	}
	c := Cause{Verdict: f.Verdict, Detail: f.Detail, Value: f.Value, Name: f.Name, Known: f.Known, Made: f.Cause.Pos.Place,
		Promised: a.promise, Delays: f.Delays, By: f.By.Pos.Place, Part: f.Part, Sharing: f.Sharing}
	suppressed := false
	for _, rec := range f.Controllers {
		reached := controllers[rec]
		switch {
		case reached == nil:
			continue
		case a.suppressed(reached.Site, attr):
			suppressed = true
			continue
		}
		c.Reaches = memo.Add(c.Reaches, reached) // what is set up in several rounds of a loop is one
		if !pos.IsValid() {
			pos = a.placeOf(rec.Site)
		}
	}
	if !pos.IsValid() || suppressed && len(c.Reaches) == 0 {
		return
	}
	for _, other := range f.Others {
		at := other.In(a.pkg.Path)
		if f.AtCause && !f.CallsLead {
			at = other.Pos
		}
		c.Others = append(c.Others, at.Place)
	}
	c.Queues = queueSites(own, f.Queues)
	c.Pos, c.Call = pos, call
	a.decided = append(a.decided, key)
	for _, have := range result.causes[attr] {
		if have.Pos == pos && have.Verdict == c.Verdict {
			return // another main, or another way to the same place
		}
	}
	result.causes[attr] = append(result.causes[attr], c)
}

// placeOf returns where a place is for this package: itself, or the call that leads there.
func (a *packageAnalysis) placeOf(p value.Place) token.Pos { return a.tokenPos(p.In(a.pkg.Path)) }
