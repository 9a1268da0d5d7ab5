package engine_test

import (
	"slices"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/model"
)

// TestGathered has packages that call the set-up functions of others with what their own callers decide: these are not
// followed once more, unless two of their controllers clash, or they are given something else.
func TestGathered(t *testing.T) {
	type found struct{ controllers, elsewhere int }
	var mu sync.Mutex
	got := make(map[string]found)
	look := &analysis.Analyzer{
		Name: "look", Doc: "look where controllers are", Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			result := model.Of(pass)
			mu.Lock()
			defer mu.Unlock()
			got[pass.Pkg.Path()] = found{len(result.Controllers), len(result.Elsewhere)}
			return nil, nil
		},
	}
	for name, pattern := range map[string]string{"controller-runtime-0.25": "./gathered/...", "crossplane-runtime-2.3": "./gathered"} {
		i := slices.IndexFunc(wanttest.Corpus, func(m wanttest.Module) bool { return m.Name == name })
		wanttest.Run(t, wanttest.Corpus[i], append(analyzer.Plain(), look), pattern)
	}
	for path, want := range map[string]found{
		"rllint.test/gathered/claims":  {1, 0},
		"rllint.test/gathered/all":     {0, 2},
		"rllint.test/gathered/twice":   {3, 0},
		"rllint.test/gathered/changed": {1, 0},

		// One controller is followed again, which need not be judged together with the other.
		"rllint.test/crossplane2/gathered": {1, 1},
	} {
		if got[path] != want {
			t.Errorf("%s has %+v, want %+v", path, got[path], want)
		}
	}
}
