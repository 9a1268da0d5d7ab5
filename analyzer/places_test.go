package analyzer

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/engine/model"
)

// TestLineDirective finds what stands after a line directive.
func TestLineDirective(t *testing.T) {
	main := preamble + "\nfunc main() { add(start()) }\n"
	dir, m := generate(t, map[string]string{
		"directed/main.go": strings.Replace(main, "func add(", "//line generated.tmpl:7\nfunc add(", 1),
	})
	findings, err := wanttest.Findings(dir, m.Env(), Plain(), "./directed")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, findings, "generated.tmpl", 1)
}

// TestBounds says that a program is not followed to its end, instead of leaving its
// controllers out without a word.
func TestBounds(t *testing.T) {
	counting := "\n\tsum := 0\n\tfor i := 0; i < 50_000_000; i++ {\n\t\tsum += i % 7\n\t}\n\t_ = sum\n"
	endless := "\n\tfor i := 0; i < 50_000_000; i++ {\n\t\tflag.Int(\"n\", i, \"\")\n\t}\n"
	busy := "\n\tn := 0\n\tfor i := 0; i < 100_000; i++ {\n\t\tfor j := 0; j < 100_000; j++ {\n\t\t\tflag.IntVar(&n, \"m\", j, \"\")\n\t\t}\n\t}\n"
	dir, m := generate(t, map[string]string{
		"busy/main.go":     preamble + "\nfunc main() {" + busy + "\tadd(start())\n}\n",
		"counting/main.go": preamble + "\nfunc main() {" + counting + "\tadd(start())\n}\n",
		"endless/main.go":  preamble + "\nfunc main() {" + endless + "\tadd(start())\n}\n",
	})
	problems := &analysis.Analyzer{
		Name:     "problems",
		Doc:      "report why results are not whole",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, message := range pass.ResultOf[model.Analyzer].(*model.Result).Problems() {
				pass.Reportf(pass.Files[0].Pos(), "%s", message)
			}
			return nil, nil
		},
	}
	findings, err := wanttest.Findings(dir, m.Env(), append(Plain(), problems), "./busy", "./counting", "./endless")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, findings, "counting/main.go", 1)
	bounds, worked := 0, 0
	for _, f := range findings {
		if strings.Contains(f.Message, "rllint.test/busy.main is not followed to its end: to follow all of it takes more work than is done for one program at ") {
			worked++
			if !strings.HasSuffix(f.Message, "controllers may be missing, such as those of rllint.test/busy.add") {
				t.Errorf("%s: %s", f.File, f.Message)
			}
		}
		if strings.Contains(f.Message, "is not followed to its end: a loop goes round more than 200000 times at ") {
			bounds++
			if !strings.HasSuffix(f.File, "endless/main.go") || !strings.Contains(f.Message, "rllint.test/endless.main") || !strings.Contains(f.Message, "endless/main.go:") {
				t.Errorf("%s: %s", f.File, f.Message)
			}
		}
	}
	if bounds != 1 || worked != 1 {
		t.Errorf("%d bounds on loops and %d on work are told of, want those of packages endless and busy: %v", bounds, worked, findings)
	}
}
