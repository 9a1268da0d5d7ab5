package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

const (
	setups = `package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Options are what a program may set.
type Options struct{ limits.Options }

// Setup ignores them.
func Setup(mgr ctrl.Manager, o Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{})
}
`
	plainMain = `package main

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/setups"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := setups.Setup(mgr, setups.Options{}); err != nil {
		panic(err)
	}
}
`
	ratedMain = `package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/setups"
)

func main() {
	rate := flag.Int("max-reconcile-rate", 10, "")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := setups.Setup(mgr, setups.Options{Options: limits.NewOptions(*rate)}); err != nil {
		panic(err)
	}
}
`
)

// TestNobodySetsUp checks that nothing is said of what a controller lacks that no program of its module sets up.
func TestNobodySetsUp(t *testing.T) {
	program(t, []string{"limits", "inert"}, map[string]string{
		"setups/setups.go": setups, "cmd/rated/main.go": ratedMain,
		"spare/spare.go": strings.Replace(setups, "package setups", "package spare", 1),
	})
	for _, again := range []string{"fresh", "from the cache"} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"-all", "-rules=limits", "./..."}, &stdout, &stderr); code != found {
			t.Fatalf("it ends with %d:\n%s", code, stderr.String())
		}
		if out := stdout.String(); strings.Contains(out, "spare.go") || !strings.Contains(out, "setups.go") {
			t.Errorf("%s: it says\n%s", again, out)
		}
	}
}

// A package with limiters in sight judges its controllers itself, before their programs are seen. Where none of these promises a
// rate, one notice says so, and the package's findings are gone; where one does, they stand.
func TestOneVoice(t *testing.T) {
	for _, test := range []struct {
		name, main, other string
		want              []string
	}{
		{"no rate", plainMain, "", []string{"RL1000"}},
		{"a rate in one of two programs", plainMain, ratedMain, []string{"RL1000", "RL1001", "RL1002", "RL1003", "RL1004", "RL1005"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"setups/setups.go": setups, "cmd/plain/main.go": test.main}
			if test.other != "" {
				files["cmd/rated/main.go"] = test.other
			}
			program(t, []string{"limits", "inert"}, files)
			for _, again := range []string{"fresh", "from the cache"} {
				if got := rules(t, true, "-rules=limits", "./..."); !slices.Equal(slices.Compact(got), test.want) {
					t.Errorf("%s: the findings are %q, want %q", again, got, test.want)
				}
			}
		})
	}
}
