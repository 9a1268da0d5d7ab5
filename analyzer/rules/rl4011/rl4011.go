package rl4011

import (
	_ "embed"
	"fmt"
	"slices"

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
	Requires: []*analysis.Analyzer{model.Analyzer},
	Run:      run,
})

func run(pass *analysis.Pass) (any, error) {
	controllers := model.Of(pass)
	several, said := sharing(controllers), make(map[string]bool)
	for _, r := range controllers.Behaviour.State.Kept {
		if i := slices.IndexFunc(r.Fields, func(f state.Field) bool { return len(several[f.Name]) > 1 }); i >= 0 {
			if f := r.Fields[i]; !said[f.Name] {
				said[f.Name] = true
				pass.Report(analysis.Diagnostic{Pos: f.Pos, Message: fmt.Sprintf("the reconcilers of %d controllers write into the map %s "+
					"without a lock: they run at the same time, and the program can crash; guard it with a mutex", len(several[f.Name]), f.Name)})
			}
			continue
		}
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
	for _, g := range controllers.Behaviour.State.Growing {
		pass.Report(rule.Noted(analysis.Diagnostic{Pos: g.Pos,
			Message: g.Name + " has an entry for each object that there ever was, and nothing " +
				"deletes one: it grows as long as the program runs; delete the entry where the object is gone"}))
	}
	return nil, nil
}

// sharing returns the reconcilers that controllers have which write into a map of the package, by its name: their passes run at the same
// time with one worker each.
func sharing(controllers *model.Result) map[string][]symbol.Name {
	several := make(map[string][]symbol.Name)
	for _, r := range controllers.Behaviour.State.Kept {
		for _, f := range r.Fields {
			if f.OfPackage && f.Map && !f.ByHand && len(controllers.Of(r.Type)) > 0 && !slices.Contains(several[f.Name], r.Type) {
				several[f.Name] = append(several[f.Name], r.Type)
			}
		}
	}
	return several
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
