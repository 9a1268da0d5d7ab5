package format

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/rllint/rllint/internal/findings"
)

func TestGitHubReserved(t *testing.T) {
	var out strings.Builder
	err := GitHub(&out, Run{Root: "/src", Findings: []findings.Finding{{
		Rule:     "RL1001",
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
	for severity, levels := range map[lint.Severity][2]string{
		lint.SeverityError:   {"::error ", `"level": "error"`},
		lint.SeverityWarning: {"::warning ", `"level": "warning"`},
		lint.SeverityInfo:    {"::notice ", `"level": "note"`},
	} {
		a := &lint.Analyzer{Doc: &lint.RawDocumentation{Severity: severity}, Analyzer: &analysis.Analyzer{Name: "RL1", Doc: "a rule"}}
		run := Run{Rules: []*lint.Analyzer{a}, Findings: []findings.Finding{{Rule: "RL1", Position: token.Position{Filename: "/src/a.go", Line: 1, Column: 1}}}}
		for i, write := range []Format{GitHub, SARIF} {
			var out strings.Builder
			if err := write(&out, run); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), levels[i]) {
				t.Errorf("severity %v: no %s in\n%s", severity, levels[i], out.String())
			}
		}
	}
}
