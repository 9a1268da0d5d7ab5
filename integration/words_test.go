package integration

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
)

// setUp is a package with a limiter in sight that programs call.
const setUp = `package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

func Nodes(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Node{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(&inert.Reconciler{})
}
`

// unlimited is a program that promises no rate.
const unlimited = `package main

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/setups"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := setups.Nodes(mgr); err != nil {
		panic(err)
	}
	panic(mgr.Start(ctrl.SetupSignalHandler()))
}
`

// TestWords checks what docs/integrations.md says of go vet and golangci-lint: they look at a package before
// the programs that use it, so that they neither name main's limiter there nor know that there is none.
func TestWords(t *testing.T) {
	root, err := wanttest.Corpus[0].Dir()
	if err != nil {
		t.Fatal(err)
	}
	env := wanttest.Corpus[0].Env()
	const general = "never asks a limiter that all controllers share"
	at := func(findings []wanttest.Finding, file string) string {
		var messages []string
		for _, f := range findings {
			if strings.HasSuffix(filepath.ToSlash(f.File), file) && f.Rule == "RL1002" {
				messages = append(messages, f.Message)
			}
		}
		return strings.Join(messages, "\n")
	}
	t.Run("limiter", func(t *testing.T) {
		for _, d := range drivers {
			got := at(d.run(t, root, env, "", "./kubebuilder/..."), "controllers/scaffolded.go")
			if want := map[bool]string{true: "never asks the limiter made at", false: general}[d.name == "command"]; !strings.Contains(got, want) {
				t.Errorf("%s says %q, want %q", d.name, got, want)
			}
		}
	})
	t.Run("no rate", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "setups"), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, dir, map[string]string{"setups/setups.go": setUp, "main.go": unlimited})
		for _, name := range []string{"go.mod", "go.sum"} {
			data, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			write(t, dir, map[string]string{name: string(data)})
		}
		for _, folder := range []string{"limits", "inert"} {
			if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
				t.Fatal(err)
			}
		}
		for _, d := range drivers {
			got := at(d.run(t, dir, env, "", "./..."), "setups/setups.go")
			if told := strings.Contains(got, general); told != (d.name != "command") {
				t.Errorf("%s says %q", d.name, got)
			}
		}
	})
}
