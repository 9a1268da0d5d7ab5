package integration

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/integration/nogo/rl1001"
)

// TestLintcmd runs the example of a program built on honnef.co/go/tools/lintcmd.
func TestLintcmd(t *testing.T) {
	dir := scratch(t, map[string]string{"bad.go": badSource})
	out, ok := combined(dir, environment(), program(t, "./lintcmd"), "./...")
	if ok || !strings.Contains(out, "bad.go:3:13: "+badFinding+" (RL0001)") {
		t.Errorf("the finding is not shown:\n%s", out)
	}
	if out := mustRun(t, dir, environment(), program(t, "./lintcmd"), "-explain", "RL0001"); !strings.Contains(out,
		"directive that is not well formed") {
		t.Errorf("the rule is not explained:\n%s", out)
	}
}

// TestNogo checks what nogo asks of an analyzer.
func TestNogo(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{rl1001.Analyzer}); err != nil {
		t.Error(err)
	}
	if rl1001.Analyzer.Name != "RL1001" {
		t.Errorf("the analyzer is %s", rl1001.Analyzer.Name)
	}
}
