package rl4003

import (
	"fmt"
	"go/token"
	"strings"
	"time"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     blocking.Rule,
	Requires: []*analysis.Analyzer{blocking.Analyzer, mistakes.Analyzer, model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	controllers := model.Of(pass)
	lost := make(map[token.Pos]bool) // requests that RL7002 speaks of
	for _, m := range mistakes.Of(pass, mistakes.Unreceived) {
		pass.Reportf(m.Pos, "nobody receives from %s, which has no buffer: whoever sends here waits for ever; receive from it, or leave it out",
			m.Text)
	}
	for _, m := range mistakes.Of(pass, mistakes.Awaited) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "whoever sends here waits for ever: nobody receives from " + m.Text +
			", which has no buffer, before Wait returns, and that waits for this goroutine; give it a buffer, or receive first"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.StopSent) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this stops one goroutine of the many that wait for " + m.Text +
			", and the others go on as long as the program; close the channel"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.CopyDropped) {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: m.Pos, Message: "this returns a copy of the request, and the request itself keeps the " +
			"context that it had: no time-out of this one ends it; take the copy, or make the request with NewRequestWithContext"}))
	}
	for _, m := range mistakes.Of(pass, mistakes.Dropped) {
		lost[m.Expr.Pos()] = true
	}
	for _, wait := range pass.ResultOf[blocking.Analyzer].(*blocking.Result).Waits {
		if wait.Handler && lost[wait.Pos] || wait.Shared { // RL4011 says it
			continue
		}
		d := analysis.Diagnostic{Pos: wait.Pos, Message: message(wait, controllers.Workers(wait.Type)), Related: steps(wait)}
		if !certain(&wait) || meant(&wait) || spread(wait.Wait, controllers.AtLeast(wait.Type)) {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	return nil, nil
}

// message says how long Reconcile blocks, and of which workers it keeps one.
func message(f blocking.Found, workers string) string {
	var text strings.Builder
	who := "Reconcile"
	if f.Worker {
		who = "the queue's worker"
	} else if f.Handler {
		who = "an event handler"
	} else if f.Left {
		return fmt.Sprintf("%s %s (%s)", f.Reconciler, f.Does, f.What)
	}
	what := "blocks here" + length(f.Wait)
	if f.Does != "" {
		what = f.Does
	}
	fmt.Fprintf(&text, "%s %s (%s%s)", who, what, f.What, inside(f.Wait))
	if workers != "" {
		text.WriteString("; " + workers)
	}
	reached := "; reached by "
	if f.Chosen() {
		reached = "; may be reached by "
	}
	text.WriteString(reached + f.Reconciler)
	for _, step := range f.Way {
		text.WriteString(" → " + step.Name)
	}
	return text.String()
}

// mostWritten bounds the expressions that a message repeats.
const mostWritten = 40

// length says for how long a wait is at most.
func length(w blocking.Wait) string {
	each := ""
	if w.Length > 0 {
		each = " " + short(w.Length)
	}
	switch total := w.Total(); {
	case w.Repeat.Endless && w.Forever && each != "":
		return each + " at a time, with no upper bound"
	case w.Repeat.Endless && w.Forever:
		return " with no upper bound"
	case w.Repeat.Each && w.ForEach() > 0 && (w.Repeat.Times > 1 || w.Poll): // something in the loop may end it before the next item
		return " up to " + short(w.ForEach()) + " at a time, inside a loop"
	case (w.Repeat.Each || w.Repeat.Endless) && each != "": // so may the functions around a loop without an end
		return each + " at a time, inside a loop"
	case w.Repeat.Each || w.Repeat.Endless:
		return " inside a loop"
	case total > 0:
		return " up to " + short(total)
	case each != "":
		return each + " at a time, until a count or a deadline ends it"
	}
	if w.Written != "" && len(w.Written) <= mostWritten {
		return " for " + w.Written + ", a length rllint does not know"
	}
	return " for a length rllint does not know"
}

// short writes a time for people: nobody wants the milliseconds of ten seconds and more.
func short(nanoseconds int64) string {
	d := time.Duration(nanoseconds)
	if d >= 10*time.Second {
		d = d.Round(time.Second)
	}
	return model.Short(d)
}

func inside(w blocking.Wait) string {
	if w.Foreign && w.Module != "" {
		return ", in the dependency " + w.Module
	}
	return ""
}

// steps are the calls that lead to the wait, as far as they are in source at hand.
func steps(f blocking.Found) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	from := f.Reconciler
	for i, step := range f.Way {
		if i < len(f.Steps) && f.Steps[i].IsValid() {
			list = append(list, analysis.RelatedInformation{Pos: f.Steps[i], Message: from + " calls " + step.Name})
		}
		from = step.Name
	}
	return list
}
