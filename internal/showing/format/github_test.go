package format

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
)

func TestGitHubReserved(t *testing.T) {
	var out strings.Builder
	err := GitHub(&out, Run{Root: "/src", Findings: []findings.Finding{{
		Rule:     "RL1001",
		Level:    level.Warning,
		Position: token.Position{Filename: "/src/a:b,c%d\n.go", Line: 2, Column: 3},
		End:      token.Position{Filename: "/src/a:b,c%d\n.go", Line: 4, Column: 1},
		Message:  "50% of one,\r\nall of: another",
	}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "::warning file=a%3Ab%2Cc%25d%0A.go,line=2,col=3,title=RL1001::50%25 of one,%0D%0Aall of: another\n"
	if out.String() != want {
		t.Errorf("got  %q\nwant %q", out.String(), want)
	}
}

// TestLevels checks that a finding which only informs is no warning where findings have levels.
func TestLevels(t *testing.T) {
	for l, want := range map[level.Level][4]string{
		level.Error:   {"::error ", `"level": "error"`, `"level": "error"`, "a.go:1:1: error: m (RL1)"},
		level.Warning: {"::warning ", `"level": "warning"`, `"level": "warning"`, "a.go:1:1: m (RL1)"},
		level.Note:    {"::notice ", `"level": "note"`, `"level": "note"`, "a.go:1:1: note: m (RL1)"},
	} {
		a := &lint.Analyzer{Doc: &lint.RawDocumentation{}, Analyzer: &analysis.Analyzer{Name: "RL1", Doc: "a rule"}}
		run := Run{Style: Style{Notes: true}, Rules: []*lint.Analyzer{a},
			Findings: []findings.Finding{{Rule: "RL1", Level: l, Message: "m", Position: token.Position{Filename: "/src/a.go", Line: 1, Column: 1}}}}
		for i, write := range []Format{GitHub, SARIF, JSON, Text} {
			var out strings.Builder
			if err := write(&out, run); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), want[i]) {
				t.Errorf("level %v: no %s in\n%s", l, want[i], out.String())
			}
		}
	}
}
