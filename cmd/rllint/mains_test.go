package main

import (
	"bytes"
	"strings"
	"testing"
)

const (
	lazyMain = `package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	n := 0
	for i := 0; i < 100_000; i++ {
		flag.IntVar(&n, "m", i, "")
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
}
`
	shared = "it shares the work with other main packages: analyse rllint.test/busy alone"
)

// A program of many main packages takes no more than one of a few: they share the work. What one of them takes does not depend
// on the others' being there before, and each can be analysed alone.
func TestMainsShareWork(t *testing.T) {
	busyMain := strings.Replace(lazyMain, "\t\tflag.IntVar", "\t\tfor j := 0; j < 100_000; j++ {\n\t\t\tflag.IntVar(&n, \"k\", j, \"\")\n\t\t}\n\t\tflag.IntVar", 1)
	lazyMain := strings.Replace(lazyMain, "100_000", "10", 1)
	program(t, []string{"inert"}, map[string]string{
		"busy/main.go": busyMain, "one/main.go": lazyMain, "two/main.go": lazyMain, "three/main.go": lazyMain,
		"tool/main.go": "package main\n\nfunc main() {}\n",
	})
	analyse := func(patterns ...string) (rows int, says string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"inventory", "-format=csv"}, patterns...), &stdout, &stderr); code != failed {
			t.Fatalf("the inventory of %q ends with %d:\n%s", patterns, code, stderr.String())
		}
		return strings.Count(stdout.String(), "core/v1.Pod"), stderr.String()
	}
	if rows, says := analyse("./..."); rows != 3 || !strings.Contains(says, "busy/main.go:") || !strings.Contains(says, shared) {
		t.Errorf("of four main packages %d controllers are listed, and it says:\n%s", rows, says)
	}
	for _, patterns := range [][]string{{"./busy"}, {"./busy", "./one", "./tool"}} { // the report that was kept is another one
		if _, says := analyse(patterns...); !strings.Contains(says, "busy/main.go:") || strings.Contains(says, shared) {
			t.Errorf("of %q it says:\n%s", patterns, says)
		}
	}
}
