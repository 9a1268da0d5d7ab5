package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
)

const (
	countingMain = `package main

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
	for i := 0; i < OUTER; i++ {
		for j := 0; j < INNER; j++ {
			flag.IntVar(&n, "m", j, "")
		}
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
}
`
	shared = "it shares the work with other main packages: analyse rllint.test/"
)

// A program of many main packages takes no more than one of a few: they share the work. What one of them takes does not depend
// on the others' being there before, and each can be analysed alone.
func TestMainsShareWork(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds: its programs are made to need much work")
	}
	busyMain, lazyMain := counts(100_000, 100_000), counts(10, 1)
	program(t, []string{"inert"}, map[string]string{
		"busy/main.go": busyMain, "busier/main.go": busyMain, "one/main.go": lazyMain, "two/main.go": lazyMain,
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
	for _, which := range []string{"new", "kept"} {
		rows, says := analyse("./...")
		if rows != 2 || !strings.Contains(says, "busy/main.go:") || !strings.Contains(says, shared+"busy alone") ||
			!strings.Contains(says, shared+"busier alone") {
			t.Errorf("of four main packages %d controllers are listed, and it says (%s):\n%s", rows, which, says)
		}
	}
	for _, patterns := range [][]string{
		{"./busy"}, {"./busy", "./one", "./tool"}, // the report that was kept is another one
		{"./busy", "./one", "./two", "./lazy"}, // the others leave it all that it may take
	} {
		if patterns[len(patterns)-1] == "./lazy" {
			write(t, "lazy/main.go", lazyMain)
		}
		if _, says := analyse(patterns...); !strings.Contains(says, "busy/main.go:") || strings.Contains(says, shared) {
			t.Errorf("of %q it says:\n%s", patterns, says)
		}
	}
}

// What most main packages leave of their work goes to those that need more than the same for all: nothing of these is lost.
func TestMainsGetTheRest(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds: its programs are made to need much work")
	}
	files := map[string]string{"long/main.go": counts(50_000, 10)}
	const lazy = 11
	for i := range lazy {
		files[fmt.Sprintf("lazy%d/main.go", i)] = counts(10, 1)
	}
	program(t, []string{"inert"}, files)
	for _, cache := range []string{"-cache=off", "-cache=on", "-cache=on"} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"inventory", "-format=csv", cache, "./..."}, &stdout, &stderr); code == failed {
			t.Errorf("with %s the inventory ends with %d:\n%s", cache, code, stderr.String())
		}
		if rows := strings.Count(stdout.String(), "core/v1.Pod"); rows != lazy+1 {
			t.Errorf("with %s %d controllers are listed, want %d", cache, rows, lazy+1)
		}
	}
}

// counts is a main package that counts so far, and so often, before it makes a controller.
func counts(far, often int) string {
	return strings.NewReplacer("INNER", strconv.Itoa(far), "OUTER", strconv.Itoa(often)).Replace(countingMain)
}
