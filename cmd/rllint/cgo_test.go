package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCgo finds the controllers of a file that imports C, and needs no C compiler for that.
func TestCgo(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum", "limits/limits.go", "inert/inert.go"} {
		text, err := os.ReadFile(filepath.Join(corpus, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	write(t, filepath.Join(dir, "withcgo", "main.go"), `package main

// static int answer() { return 42; }
import "C"

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	C.answer()
	add(mgr, limits.NewOptions(*rps))
}

func add(mgr ctrl.Manager, o limits.Options) {
	ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{})
}
`)
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("CGO_ENABLED", "1")
	var stdout, stderr bytes.Buffer
	run([]string{"-color=never", "-all", "./withcgo"}, &stdout, &stderr)
	if !strings.Contains(stdout.String(), "withcgo/main.go:29:3: controller core/v1.ConfigMap never asks") {
		t.Errorf("the finding is not shown at its place:\n%s%s", stdout.String(), stderr.String())
	}

	if stderr.Len() > 0 && strings.Contains(stderr.String(), "import C") {
		t.Errorf("what C declares is complained of:\n%s", stderr.String())
	}
	name := filepath.Join("withcgo", "main.go")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, strings.Replace(strings.Replace(string(text), "\tC.answer()\n", "", 1), "*rps)", "*rps+int(C.answer()))", 1))
	stderr.Reset()
	code := run([]string{"-color=never", "./withcgo"}, &stdout, &stderr)
	if want := "1 controller of 1 package was not fully judged: what C declares is not read\n"; code != failed ||
		!strings.HasSuffix(stderr.String(), want) || !strings.Contains(stderr.String(), "what C declares is not read, and limits that rllint.test/withcgo decides depend on it") {
		t.Errorf("a limit that C decides: exit code %d\n%s", code, stderr.String())
	}
}

// TestCgoOfDependency has nothing to say of a library of C that only a dependency needs, whether its types are read or not.
func TestCgoOfDependency(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.26\n\nrequire example.com/dep v1.0.0\n")
	write(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"example.com/dep\"\n\nfunc main() { println(dep.Size()) }\n")
	write(t, filepath.Join(dir, "vendor", "modules.txt"), "# example.com/dep v1.0.0\n## explicit; go 1.26\nexample.com/dep\n")
	write(t, filepath.Join(dir, "vendor", "example.com", "dep", "dep.go"),
		"package dep\n\n// #cgo pkg-config: libnosuch\n// #include <stdlib.h>\nimport \"C\"\n\nfunc Size() C.size_t { return 0 }\n")
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	t.Setenv("CGO_ENABLED", "1")
	t.Setenv("RLLINT_CACHE", t.TempDir())
	for _, which := range []string{"first", "second"} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"-color=never", "./..."}, &stdout, &stderr); code != 0 || stdout.Len() > 0 ||
			stderr.String() != "rllint: found no controller in 1 package; no findings\n" {
			t.Errorf("the %s run has exit code %d, and\n%s%s", which, code, stdout.String(), stderr.String())
		}
	}
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
