package rl4011

import (
	_ "embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/engine/state"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4011",
	Requires: []*analysis.Analyzer{blocking.Analyzer, model.Analyzer, mistakes.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	controllers := model.Of(pass)
	reportMaps(pass, controllers)
	kept := controllers.Behaviour.State.Kept
	for i, r := range kept {
		first := r.Fields[0]
		if slices.ContainsFunc(kept[:i], func(other state.Reconciler) bool { return other.Fields[0].Pos == first.Pos }) {
			continue // a variable that several set by one function: passstate, remember
		}
		workers := controllers.AtLeast(r.Type)
		subject, of, when := first.By, first.Name, with(workers, first.By == "")+" a pass"
		switch {
		case first.By == "":
			subject = worker
		case known.IsAdmission(first.By):
			when, workers = "a webhook's requests are served at the same time, and one", 1
		}
		if n := len(r.Fields) - 1; n > 0 {
			of = fmt.Sprintf("%s and %d more", of, n)
		}
		d := analysis.Diagnostic{Pos: first.Pos, Message: fmt.Sprintf("%s keeps state of a request in %s: %s can see that of another "+
			"object; keep it in a variable, or in a struct made for each request", subject, of, when)}
		for _, f := range r.Fields[1:] {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Pos, Message: "here " + f.Name + " is set"})
		}
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: first.Read, Message: "here " + first.Name + " is read"})
		if first.First {
			d.Message = fmt.Sprintf("%s keeps in %s what it makes of the first request, and uses that for all others: keep one for each, by "+
				"what it is made of", subject, of)
		}
		if workers == 1 || first.By == "" || first.First {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	for _, g := range controllers.Behaviour.State.Growing {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: g.Pos,
			Message: g.Name + " has an entry for each object that there ever was, and nothing " +
				"deletes one: it grows as long as the program runs; delete the entry where the object is gone"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.MisnamedSeries) {
		name := strings.Fields(m.Text)
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this deletes no series: " + name[0] + " has " + name[1] +
			" labels, and this names " + name[2] + "; name all, or use DeletePartialMatch"}))
	}
	reportSeries(pass)
	return nil, nil
}

// reportSeries reports metrics of which nothing deletes a series, those of one file once.
func reportSeries(pass *analysis.Pass) {
	for _, kind := range []mistakes.Kind{mistakes.Series, mistakes.Uncounted} {
		of := make(map[*token.File][]mistakes.Mistake)
		list := mistakes.Of(pass, kind)
		for _, m := range list {
			of[pass.Fset.File(m.Pos)] = append(of[pass.Fset.File(m.Pos)], m)
		}
		for _, m := range list {
			beside := of[pass.Fset.File(m.Pos)][1:]
			if slices.Contains(beside, m) {
				continue
			}
			what := " has a series for each object that there ever was, and nothing deletes one: %s; delete the series with DeletePartialMatch " +
				"where the object is gone"
			switch {
			case kind == mistakes.Uncounted:
				what = " is set for each key that is counted anew, and keeps the last value of those that are not there any more: call Reset before"
			case strings.HasPrefix(m.Text, "gauge"):
				what = fmt.Sprintf(what, "it shows the last value of those that are gone")
			default:
				what = fmt.Sprintf(what, "it grows as long as the program runs")
			}
			d := analysis.Diagnostic{Pos: m.Pos, Message: "the " + m.Text + what}
			if len(beside) > 0 {
				d.Message += fmt.Sprintf(", and so for %d more in this file", len(beside))
			}
			for _, m := range beside {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: m.Pos, Message: "here is the " + m.Text})
			}
			pass.Report(rule.Noted(d))
		}
	}
}

const worker = "a worker of the queue"

// with says how many workers are certain to share what they write.
func with(workers int, byHand bool) string {
	if workers > 1 && !byHand {
		return fmt.Sprintf("with %d workers", workers)
	}
	return "with more than one worker"
}

// reportMaps reports maps that passes write into without a lock, those of one type once.
func reportMaps(pass *analysis.Pass, controllers *model.Result) {
	var order []string
	written := make(map[string][]blocking.Found)
	kept := controllers.Behaviour.State.Kept
	for _, m := range pass.ResultOf[blocking.Analyzer].(*blocking.Result).Waits {
		if m.Shared && m.Left {
			does := " writes into the map " + m.What +
				" under a lock for reading, which others have at the same time: the program can crash; call Lock for this"
			switch lock, other := strings.CutPrefix(m.Does, "under "); {
			case other:
				does = " writes into the map " + m.What + " under " + lock + ", and " + m.Written +
					" reaches it under another lock, so that neither waits for the other: the program can crash; take one lock for both"
			case strings.HasPrefix(m.Does, "beside"):
				does = " looks into the map " + m.What + " without the lock under which " + m.Written + " writes into it: "
				if m.Does != "beside" {
					does += with(1, false) + " "
				}
				does += "the program can crash; take the lock first"
			case m.Does == "out":
				does = " returns the map " + m.What + " itself under the lock under which others write into it: whoever looks into what is " +
					"returned has no lock, and the program can crash; return a copy, such as maps.Clone makes"
			case m.Does == "after":
				does = " looks into the map " + m.What +
					" after it has given the lock back under which others write into it: the program can crash; keep the lock until then"
			}
			pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: m.Reconciler + does}))
			continue
		}
		if m.Shared && !slices.ContainsFunc(kept, func(r state.Reconciler) bool { // who keeps that elsewhere keeps this elsewhere, too
			return slices.ContainsFunc(r.Fields, func(f state.Field) bool { return strings.HasPrefix(m.What, f.Name+".") })
		}) {
			of, _, _ := strings.Cut(m.What, ".")
			if len(written[of]) == 0 {
				order = append(order, of)
			}
			written[of] = append(written[of], m)
		}
	}
	for _, of := range order {
		first, names, types := telling(written[of]), make(map[string]bool), make(map[symbol.Name]bool)
		for _, m := range written[of] {
			names[m.What] = true
			if !m.Own && !m.Worker && len(controllers.Of(m.Type)) > 0 {
				types[m.Type] = true
			}
		}
		d := analysis.Diagnostic{Pos: first.Pos, Message: message(first, len(names)-1, controllers.AtLeast(first.Type))}
		if len(types) > 1 && first.Does != "registers" {
			d.Message = fmt.Sprintf("the reconcilers of %d controllers write into the map %s without a lock: they run at the same time, and the "+
				"program can crash; guard it with a mutex", len(types), first.What)
		} else if controllers.AtLeast(first.Type) == 1 || first.Worker || first.Chosen() || first.Does == "reads" || first.Does == "registers" {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
}

// telling returns of some writes the one that tells most: one that puts something in, rather than a deletion, and of those in the function
// that is come to first the last, which most passes come to.
func telling(list []blocking.Found) *blocking.Found {
	var first *blocking.Found
	puts := func(m *blocking.Found) bool { return m.Does == "" || m.Does == "under a copy" }
	for i := range list {
		m := &list[i]
		if first == nil || puts(m) && (!puts(first) || m.Pos > first.Pos && m.What == first.What && m.Reconciler == first.Reconciler &&
			slices.EqualFunc(m.Way, first.Way, func(a, b blocking.Step) bool { return a.Name == b.Name })) {
			first = m
		}
	}
	return first
}

// message says what follows of the write into a map, and into some more of its type, for the workers that are certain.
func message(m *blocking.Found, more, workers int) string {
	subject, of, way := "Reconcile", m.What, ""
	if m.Worker {
		subject = worker
	}
	if more > 0 {
		of = fmt.Sprintf("%s and %d more", of, more)
	}
	for _, step := range m.Way {
		way += " → " + step.Name
	}
	if way != "" {
		way = "; reached by " + m.Reconciler + way
	}
	does, guard := "writes into the map "+of+" without a lock", "guard it with a mutex"
	switch {
	case strings.HasSuffix(m.Does, "under a copy"):
		does, guard = "writes into the map "+of+" under a lock that is a copy for each call", "give the method a pointer receiver"
	case m.Does == "registers":
		does, guard = "registers types in the "+m.What+", into which others look without a lock", "register them before the manager starts"
	case m.Does == "reads":
		does, guard = "looks into the map "+m.What+" before it takes the lock under which it writes into that", "take the lock first"
	}
	return fmt.Sprintf("%s %s: %s the program can crash; %s%s", subject, does, with(workers, m.Worker), guard, way)
}
