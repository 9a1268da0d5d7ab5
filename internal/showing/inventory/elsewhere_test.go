package inventory

import (
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
