package inventory

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

// TestProgram checks both forms of what a program has beside its controllers.
func TestProgram(t *testing.T) {
	result := &model.Result{Programs: []model.Program{{
		Main:  "example.com/cmd",
		Rates: []judge.DescribedRate{{Input: "flag max\n-reconcile-rate", At: model.Site{File: "main.go", Line: 3}}},
		Limiters: []judge.DescribedLimiter{{Made: "rate.NewLimiter", Arguments: []string{"10", "100"}, At: model.Site{File: "main.go", Line: 4},
			Controllers: 1}},
		Managers: []model.Manager{{Client: model.Limit{Verdict: judge.Const, Value: "50", Detail: "the constant 50"},
			At: model.Site{File: "main.go", Line: 5}, Controllers: 2}},
	}}}
	doc := Collect([]driver.Report{{Package: &load.Package{Named: true}, Results: map[*analysis.Analyzer]any{model.Analyzer: result}}}, "")

	var text strings.Builder
	if err := doc.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	want := `example.com/cmd
    rate     flag max\n-reconcile-rate (main.go:3)
    limiter  rate.NewLimiter(10, 100), asked by 1 controller (main.go:4)
    client   QPS const the constant 50, of the manager of 2 controllers (main.go:5)

0 controllers
`
	if text.String() != want {
		t.Errorf("got\n%swant\n%s", text.String(), want)
	}

	var json strings.Builder
	if err := doc.WriteJSON(&json); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"schema": "rllint-inventory/2"`, `"input": "flag max\n-reconcile-rate"`, `"made": "rate.NewLimiter"`,
		`"verdict": "const"`, `"value": "50"`} {
		if !strings.Contains(json.String(), part) {
			t.Errorf("no %s in\n%s", part, json.String())
		}
	}
}
