package wrap

import (
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestAnalyzers(t *testing.T) {
	apart := &analysis.Analyzer{Name: "apart", Run: func(*analysis.Pass) (any, error) { return "apart", nil }}
	base := &analysis.Analyzer{Name: "base", Run: func(*analysis.Pass) (any, error) { return "base", nil }}
	top := &analysis.Analyzer{Name: "top", Requires: []*analysis.Analyzer{base, apart}}
	top.Run = func(pass *analysis.Pass) (any, error) {
		return pass.Analyzer.Name + " of " + pass.ResultOf[base].(string) + " and " + pass.ResultOf[apart].(string), nil
	}
	asked := make(map[string]int)
	list := Analyzers([]*analysis.Analyzer{top, base, apart}, func(a *analysis.Analyzer) Run {
		asked[a.Name]++
		if a != base {
			return nil
		}
		return func(pass *analysis.Pass) (any, error) {
			result, err := a.Run(pass)
			return "wrapped " + result.(string), err
		}
	})
	for _, a := range []*analysis.Analyzer{top, base, apart} {
		if asked[a.Name] != 1 {
			t.Errorf("%s is asked for %d times, want once", a, asked[a.Name])
		}
	}
	if list[0] == top || list[1] == base || list[2] != apart {
		t.Errorf("what changes is a copy, and nothing else: got copies %t, %t, %t", list[0] != top, list[1] != base, list[2] != apart)
	}
	if list[0].Requires[0] != list[1] {
		t.Error("an analyzer that is required is another copy than the one in the list")
	}
	if got := run(t, list[0]); got != "top of wrapped base and apart" {
		t.Errorf("the copy gives %q", got)
	}
	if got := run(t, top); got != "top of base and apart" {
		t.Errorf("the analyzer itself gives %q", got)
	}
}

// run runs an analyzer on nothing, after those that it requires.
func run(t *testing.T, a *analysis.Analyzer) string {
	t.Helper()
	pass := &analysis.Pass{Analyzer: a, ResultOf: make(map[*analysis.Analyzer]any)}
	for _, r := range a.Requires {
		pass.ResultOf[r] = run(t, r)
	}
	result, err := a.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return result.(string)
}
