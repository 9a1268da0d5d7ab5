package rl4011

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/engine/state"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

//go:embed doc.go
var doc string

// Analyzer is the rule with its documentation.
var Analyzer = rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
	Name:     "RL4011",
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	controllers := model.Of(pass)
	for _, r := range model.Of(pass).Behaviour.State.Kept {
		workers := controllers.AtLeast(r.Type)
		first := r.Fields[0]
		if i := slices.IndexFunc(r.Fields, func(f state.Field) bool { return f.Map }); i >= 0 {
			first = r.Fields[i] // a crash is worse
		}
		d := analysis.Diagnostic{Pos: first.Pos, Message: message(r, first, workers)}
		for _, f := range r.Fields {
			if f != first {
				d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Pos, Message: "here " + f.Name + " is set"})
			}
		}
		if !first.Map {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: first.Read, Message: "here " + first.Name + " is read"})
		}
		if workers == 1 || first.ByHand {
			d = rule.Noted(d)
		}
		pass.Report(d)
	}
	for _, g := range model.Of(pass).Behaviour.State.Growing {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: g.Pos,
			Message: g.Name + " has an entry for each object that there ever was, and nothing " +
				"deletes one: it grows as long as the program runs; delete the entry where the object is gone"}))
	}
	return nil, nil
}

// message says what follows for the workers that are certain.
func message(r state.Reconciler, first state.Field, workers int) string {
	who, of, subject := "with more than one worker", first.Name, "Reconcile"
	if first.ByHand {
		subject = "a worker of the queue"
	} else if workers > 1 {
		who = fmt.Sprintf("with %d workers", workers)
	}
	if n := len(r.Fields) - 1; n > 0 {
		of = fmt.Sprintf("%s and %d more", of, n)
	}
	if first.Map {
		return fmt.Sprintf("%s writes into the map %s without a lock: %s the program can crash; guard it with a mutex", subject, of, who)
	}
	return fmt.Sprintf("%s keeps state of a request in %s: %s a pass can see that of another object; "+
		"keep it in a variable, or in a struct made for each request", subject, of, who)
}
