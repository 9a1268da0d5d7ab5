package analyzer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
)

// generate writes files, by path, into a copy of the first module of the corpus
// that holds its shared packages only, and returns its folder and module.
func generate(t *testing.T, files map[string]string) (dir string, m wanttest.Module) {
	t.Helper()
	m = wanttest.Corpus[0]
	from, err := m.Dir()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "limits/limits.go", "inert/inert.go"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir, m
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const preamble = `package main

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

func start() (ctrl.Manager, limits.Options) {
	rps := flag.Int("max-reconcile-rate", 10, "")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	return mgr, limits.NewOptions(*rps)
}

func add(mgr ctrl.Manager, o limits.Options) {
	ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{})
}
`

// TestRobust analyses packages that are too much, or not whole: it must end
// without a panic, and say what it left out.
func TestRobust(t *testing.T) {
	main := preamble + "\nfunc main() { add(start()) }\n"
	files := map[string]string{
		"many/main.go": manyControllers(10_000),
		"deep/main.go": deepChain(5_000),

		"fine/main.go":     main,
		"broken/main.go":   strings.Replace(main, "add(start())", "add(start(), undefined)", 1),
		"unparsed/main.go": strings.Replace(main, "add(start())", "add(start()", 1),
		"missing/main.go":  strings.Replace(main, "rllint.test/inert", "rllint.test/absent", 1),
	}
	environment := []string{}
	_, err := exec.LookPath("gcc")
	hasCompiler := err == nil
	if hasCompiler {
		environment = append(environment, "CGO_ENABLED=1")
		files["withcgo/main.go"] = strings.Replace(main, "add(start())", "answer(); add(start())", 1)
		files["withcgo/cgo.go"] = "package main\n\n// static int answer() { return 42; }\nimport \"C\"\n\nfunc answer() int { return " +
			"int(C.answer()) }\n"
	}
	dir, m := generate(t, files)
	findings, err := wanttest.Findings(dir, append(m.Env(), environment...), Plain(), "./...")

	t.Run("type errors", func(t *testing.T) {
		if err == nil {
			t.Fatal("no error, although packages do not compile")
		}
		for _, name := range []string{"broken", "unparsed", "missing"} {
			if !strings.Contains(err.Error(), "rllint.test/"+name) {
				t.Errorf("package %s is not named: %v", name, err)
			}
		}
		expect(t, findings, "fine/main.go", 1)
	})
	t.Run("10,000 controllers in a function", func(t *testing.T) {
		expect(t, findings, "many/main.go", 10_001, 1) // a function this large may be given up on, but not in part
	})
	t.Run("5,000 functions deep", func(t *testing.T) { expect(t, findings, "deep/main.go", 1) })
	t.Run("cgo", func(t *testing.T) {
		if !hasCompiler {
			t.Skip("no C compiler")
		}
		expect(t, findings, "withcgo/main.go", 1)
	})
}

// expect checks that the number of unwrapped reconcilers reported in a file is
// one of want.
func expect(t *testing.T, findings []wanttest.Finding, name string, want ...int) {
	t.Helper()
	got := 0
	for _, f := range findings {
		if f.Rule == "RL1002" && strings.HasSuffix(f.File, "/"+name) {
			got++
		}
	}
	if !slices.Contains(want, got) {
		t.Errorf("%d reconcilers reported in %s, want one of %d", got, name, want)
	}
}

// manyControllers is a main package with n+1 controllers, n of them in main.
func manyControllers(n int) string {
	var b strings.Builder
	b.WriteString(preamble + "\nfunc main() {\n\tmgr, o := start()\n\tadd(mgr, o)\n")
	for i := range n {
		fmt.Fprintf(&b, "\tctrl.NewControllerManagedBy(mgr).Named(\"c%d\").For(&corev1.Secret{}).WithOptions(o.ForControllerRuntime()).\n\t\tComplete(&inert.Reconciler{})\n", i)
	}
	b.WriteString("}\n")
	return b.String()
}

// deepChain is a main package whose controller n calls lie below main.
func deepChain(n int) string {
	var b strings.Builder
	b.WriteString(preamble + "\nfunc main() {\n\tmgr, o := start()\n\tf0(mgr, o)\n}\n")
	for i := range n {
		fmt.Fprintf(&b, "\nfunc f%d(mgr ctrl.Manager, o limits.Options) { f%d(mgr, o) }\n", i, i+1)
	}
	fmt.Fprintf(&b, "\nfunc f%d(mgr ctrl.Manager, o limits.Options) { add(mgr, o) }\n", n)
	return b.String()
}
