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

// TestGathered has a package call the set-up functions of others with what its own callers decide. Of its two controllers
// one is followed again, which need not be judged together with the other.
func TestGathered(t *testing.T) {
	result := resultOf(t, "crossplane-runtime-2.3", "./gathered")
	if len(result.Controllers) != 1 || len(result.Elsewhere) != 1 {
		t.Errorf("%d controllers are judged here and %d elsewhere, want one each", len(result.Controllers), len(result.Elsewhere))
	}
}

// TestPreset has generated code make a client's limiter of the rate that controller-runtime puts into a rest.Config: it is the library's
// default all the same.
func TestPreset(t *testing.T) {
	var got []judge.Verdict
	for _, c := range resultOf(t, "controller-runtime-0.14", "./queuepreset").Controllers {
		got = append(got, c.Limits[judge.Requests].Verdict)
	}
	if !slices.Equal(got, []judge.Verdict{judge.Default}) {
		t.Errorf("the clients of the queues are %v, want one with the default", got)
	}
}

// resultOf judges one package of a module that TestJudged does not load.
func resultOf(t *testing.T, module, pattern string) *model.Result {
	t.Helper()
	if testing.Short() {
		t.Skip("loads another module of testdata")
	}
	var got *model.Result
	look := &analysis.Analyzer{
		Name: "look", Doc: "keep what is known of the controllers", Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			got = model.Of(pass)
			return nil, nil
		},
	}
	i := slices.IndexFunc(wanttest.Corpus, func(m wanttest.Module) bool { return m.Name == module })
	wanttest.Drive(t, wanttest.Corpus[i], append(analyzer.Plain(), look), pattern)
	if got == nil {
		t.Fatalf("%s of %s was not judged", pattern, module)
	}
	return got
}
