package engine_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

// TestPreset has generated code make a client's limiter of the rate that controller-runtime puts into a rest.Config: it is the library's
// default all the same.
func TestPreset(t *testing.T) {
	var got []judge.Verdict
	look := &analysis.Analyzer{
		Name: "look", Doc: "look at clients", Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, c := range model.Of(pass).Controllers {
				got = append(got, c.Limits[judge.Requests].Verdict)
			}
			return nil, nil
		},
	}
	i := slices.IndexFunc(wanttest.Corpus, func(m wanttest.Module) bool { return m.Name == "controller-runtime-0.14" })
	wanttest.Run(t, wanttest.Corpus[i], append(analyzer.Plain(), look), "./queuepreset")
	if !slices.Equal(got, []judge.Verdict{judge.Default}) {
		t.Errorf("the clients of the queues are %v, want one with the default", got)
	}
}
