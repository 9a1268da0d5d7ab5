package format

import (
	"go/token"
	"strings"
	"testing"

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
