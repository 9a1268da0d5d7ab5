package inventory

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/model"
)

// TestElsewhere names a package whose controllers are those of two that it calls: the user named one of them, and of the other only
// what is called counts.
func TestElsewhere(t *testing.T) {
	at := func(file string) model.Site { return model.Site{File: file, Line: 1, Column: 1} }
	report := func(named bool, result *model.Result) driver.Report {
		return driver.Report{Package: &load.Package{Named: named}, Results: map[*analysis.Analyzer]any{model.Analyzer: result}}
	}
	doc := Collect([]driver.Report{
		report(true, &model.Result{Elsewhere: []model.Site{at("a.go"), at("b.go")}}),
		report(true, &model.Result{Controllers: []*model.Controller{{Site: at("a.go")}}}),
		report(false, &model.Result{Controllers: []*model.Controller{{Site: at("b.go")}, {Site: at("c.go")}}}),
	}, "")
	if len(doc.Controllers) != 2 || doc.Controllers[0].File != "a.go" || doc.Controllers[1].File != "b.go" {
		t.Errorf("got %+v", doc.Controllers)
	}
}

// TestKept shows a controller whose reconciler keeps state of a request.
func TestKept(t *testing.T) {
	c := &model.Controller{Site: model.Site{File: "a.go", Line: 1}, Kept: &model.Kept{Name: "Reconciler.log", At: model.Site{File: "b.go", Line: 7}}}
	doc := Collect([]driver.Report{{
		Package: &load.Package{Named: true},
		Results: map[*analysis.Analyzer]any{model.Analyzer: &model.Result{Controllers: []*model.Controller{c}}},
	}}, "")
	for want, write := range map[string]func(Document, *strings.Builder) error{
		"keeps state of a request: Reconciler.log (b.go:7); one worker only": func(d Document, b *strings.Builder) error { return d.WriteText(b) },
		`"at": "b.go:7"`: func(d Document, b *strings.Builder) error { return d.WriteJSON(b) },
	} {
		var b strings.Builder
		if err := write(doc, &b); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in %q, %v", want, b.String(), err)
		}
	}
}
