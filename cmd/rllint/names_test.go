package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFileNames checks that findings and the inventory name a file in one way, relative to the current directory, from everywhere.
func TestFileNames(t *testing.T) {
	program(t, []string{"inert"}, map[string]string{
		"cmd/a/main.go": judgedMain, "more/more.go": moreWith("\"context\"\n\"sigs.k8s.io/controller-runtime/pkg/reconcile\"", "",
			"reconcile.Func(func(context.Context, ctrl.Request) (ctrl.Result, error) { return ctrl.Result{RequeueAfter: 10}, nil })"),
		"wrong/wrong.go": "package wrong\n\nvar n int = \"\"\n",
	})
	file := regexp.MustCompile(`(?m)^\S*more\.go:`)
	for _, test := range []struct{ dir, up, want string }{
		{".", "", "more/more.go:"},
		{"more", "../", "more.go:"},
		{"../cmd/a", "../../", "../../more/more.go:"},
	} {
		t.Chdir(test.dir)
		for _, command := range [][]string{{"-all", "-level=note"}, {"inventory", "-f", "text"}} {
			var stdout, stderr bytes.Buffer
			if code := run(append(command, "./"+test.up+"..."), &stdout, &stderr); code != failed {
				t.Fatalf("the run ends with %d:\n%s", code, stderr.String())
			}
			names := slices.Compact(file.FindAllString(stdout.String(), -1))
			if got := "rllint: " + test.up + "wrong/wrong.go:3:13: "; !strings.Contains(stderr.String(), got) {
				t.Errorf("in %s, %s is not in\n%s", test.dir, got, stderr.String())
			}
			if strings.Join(names, " ") != test.want {
				t.Errorf("in %s, rllint %s names %s, want %s, in\n%s", test.dir, strings.Join(command, " "), names, test.want, stdout.String())
			}
		}
	}
}
