package analyzer

import (
	"path/filepath"
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
	busy := "\n\tn := 0\n\tfor i := 0; i < 100_000; i++ {\n\t\tfor j := 0; j < 100_000; j++ {\n\t\t\tflag.IntVar(&n, \"m\", j, " +
		"\"\")\n\t\t}\n\t}\n"
	core := `
var workers = 1

func main() {
	mgr, o := start()
	n := schedule(&o)
	add(mgr, o)
	ctrl.NewControllerManagedBy(mgr).Named("n").For(&corev1.Secret{}).WithOptions(controller.Options{MaxConcurrentReconciles: n}).Complete(&inert.Reconciler{})
	ctrl.NewControllerManagedBy(mgr).Named("w").For(&corev1.Secret{}).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(&inert.Reconciler{})
}

func schedule(o *limits.Options) int {
	n := 0` + strings.ReplaceAll(busy, "n := 0\n", "\n") + `
	workers = n
	return n
}
`
	core = strings.Replace(preamble, "\t\"rllint.test/inert\"",
		"\t\"sigs.k8s.io/controller-runtime/pkg/controller\"\n\n\t\"rllint.test/inert\"", 1) + core
	late := preamble + `
var setups []func(ctrl.Manager, limits.Options)

func main() {
	setups = append(setups, add)
	setUp(start())
}

func setUp(mgr ctrl.Manager, o limits.Options) {` + busy + `	for _, f := range setups {
		f(mgr, o)
	}
}
`
	wrapped := strings.Replace(preamble, "\t\"flag\"", "\t\"context\"\n\t\"flag\"", 1) + `
type busy struct{ ctrl.Reconciler }

func (b busy) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {` + busy + `	return b.Reconciler.Reconcile(ctx, req)
}

func main() {
	mgr, o := start()
	for range 40 {
		ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(busy{&inert.Reconciler{}})
	}
	add(mgr, o)
}
`
	wrapped = strings.ReplaceAll(wrapped, "ctrl.Reconciler", "reconcile.Reconciler")
	wrapped = strings.Replace(wrapped, "\t\"rllint.test/inert\"",
		"\t\"sigs.k8s.io/controller-runtime/pkg/reconcile\"\n\n\t\"rllint.test/inert\"", 1)
	dir, m := generate(t, map[string]string{
		"wrapped/main.go":  wrapped,
		"core/main.go":     core,
		"late/main.go":     late,
		"busy/main.go":     preamble + "\nfunc main() {" + busy + "\tadd(start())\n}\n",
		"counting/main.go": preamble + "\nfunc main() {" + counting + "\tadd(start())\n}\n",
		"endless/main.go":  preamble + "\nfunc main() {" + endless + "\tadd(start())\n}\n",
	})
	problems := &analysis.Analyzer{
		Name:     "problems",
		Doc:      "report why results are not whole",
		Requires: []*analysis.Analyzer{model.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, message := range model.Of(pass).Problems() {
				pass.Reportf(pass.Files[0].Pos(), "%s", message)
			}
			return nil, nil
		},
	}
	findings, err := wanttest.Findings(dir, m.Env(), append(Plain(), problems), "./busy", "./core", "./counting", "./endless", "./late",
		"./wrapped")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, findings, "counting/main.go", 1)
	expect(t, findings, "core/main.go", 3)    // what leads to no controller takes its share of the work, and no more
	expect(t, findings, "late/main.go", 1)    // what it was handed is called all the same
	expect(t, findings, "wrapped/main.go", 1) // so does what a reconciler does
	bounds, worked := 0, 0
	for _, f := range findings {
		if strings.Contains(f.Message, "rllint.test/busy.main is not followed to its end: to follow all of it takes more work than is done "+
			"for one program at ") {
			worked++
			if !strings.HasSuffix(f.Message, "controllers may be missing, such as those that are created at "+
				filepath.Join(dir, "busy/main.go:25")) {
				t.Errorf("%s: %s", f.File, f.Message)
			}
		}
		if f.Rule == "RL1003" && strings.HasSuffix(f.File, "core/main.go") {
			t.Errorf("%s: %s", f.File, f.Message) // nobody knows what it computes
		}
		if strings.Contains(f.Message, "is not followed to its end: a loop goes round more than 200000 times at ") {
			bounds++
			if !strings.HasSuffix(f.File, "endless/main.go") || !strings.Contains(f.Message, "rllint.test/endless.main") ||
				!strings.Contains(f.Message, "endless/main.go:") {
				t.Errorf("%s: %s", f.File, f.Message)
			}
		}
	}
	if bounds != 1 || worked != 1 {
		t.Errorf("%d bounds on loops and %d on work are told of, want those of packages endless and busy: %v", bounds, worked, findings)
	}
}
