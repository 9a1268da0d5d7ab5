package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// program returns the directory of a copy of packages of testdata/src, in a module of their own with the files given beside.
func program(t *testing.T, folders []string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	corpus, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join(corpus, name), filepath.Join(dir, name))
	}
	for _, folder := range folders {
		names, err := filepath.Glob(filepath.Join(corpus, folder, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no files in %s: %v", folder, err)
		}
		for _, name := range names {
			copyFile(t, name, filepath.Join(dir, folder, filepath.Base(name)))
		}
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	t.Chdir(dir)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=readonly")
	return dir
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(text))
}

var ruleAt = regexp.MustCompile(`file=([^,]*)/[^,/]*,.*\b(RL\d{4})\b`)

// placed returns the findings of a run of the command, sorted, each as its folder and its rule.
func placed(t *testing.T, whole bool, args ...string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"-color=never", "-f", "github"}, args...)
	if code := run(args, &stdout, &stderr); (code == failed) == whole {
		t.Errorf("rllint %s ends with %d:\n%s%s", strings.Join(args, " "), code, stderr.String(), stdout.String())
	}
	var list []string
	for line := range strings.Lines(stdout.String()) {
		if m := ruleAt.FindStringSubmatch(line); m != nil {
			list = append(list, m[1]+" "+m[2])
		}
	}
	slices.Sort(list)
	return list
}

// rules returns the rules of the findings of a run of the command, sorted, each as often as there are.
func rules(t *testing.T, whole bool, args ...string) []string {
	t.Helper()
	list := placed(t, whole, args...)
	for i, finding := range list {
		_, list[i], _ = strings.Cut(finding, " ")
	}
	slices.Sort(list)
	return list
}

// absent is a file that imports a module which cannot be had, and hands it what has nothing to do with limits.
const absent = `package main

import (
	"example.com/absent"

	"k8s.io/apimachinery/pkg/runtime"
)

var extraScheme = runtime.NewScheme()

func init() {
	if err := absent.AddToScheme(extraScheme); err != nil {
		panic(err)
	}
}
`

// What is missing promises nothing: a program without a rate has the one notice that it has as a whole, and a name that is set twice is
// refused. But what no controller asks, lacks or follows is known only where all was read that main reaches.
func TestUnrelatedModuleMissing(t *testing.T) {
	tests := []struct {
		folder, rule string
		stays        bool
	}{
		{"unpromised", "RL1000", true},
		{"duplicate", "RL2002", true},
		{"client/byflag", "RL1004", false},
		{"budget/unasked", "RL1005", false},
		{"multiplied/twice", "RL1006", false},
		{"siblings", "RL2004", false},
		{"siblings/constants", "RL2004", false},
	}
	folders := []string{"limits", "inert", "unpromised/controllers", "client/fixable/clients"}
	args := []string{"-rules=all"}
	for _, test := range tests {
		folders = append(folders, test.folder)
		args = append(args, "./"+test.folder)
	}
	program(t, folders, nil)
	// look runs rllint on all of the programs, and looks for what each shows.
	look := func(whole bool, want func(stays bool) bool, how string, args ...string) {
		found := placed(t, whole, args...)
		for _, test := range tests {
			if got := slices.Contains(found, test.folder+" "+test.rule); got != want(test.stays) {
				t.Errorf("%s %s: it is %t that %s is found, want %t", test.folder, how, got, test.rule, !got)
			}
		}
	}
	always := func(bool) bool { return true }
	look(true, always, "as it is", args...)
	for _, test := range tests {
		write(t, filepath.Join(test.folder, "extra.go"), absent)
	}
	look(false, func(stays bool) bool { return stays }, "without a module", args...)
	// What main does not reach may lack anything.
	for _, test := range tests {
		if err := os.Remove(filepath.Join(test.folder, "extra.go")); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join("beside", "extra.go"), strings.Replace(absent, "package main", "package beside", 1))
	look(false, always, "beside a package that lacks a module", append(args, "./beside")...)
}

// A limiter that a reconciler hands to missing code may be asked there.
func TestModuleMissingThatMayAsk(t *testing.T) {
	for use, want := range map[string]bool{"": true, "absent.Use(kept)": false} {
		t.Run(use, func(t *testing.T) {
			const folder = "budget/unasked"
			program(t, []string{folder, "limits", "inert"}, nil)
			main, err := os.ReadFile(filepath.Join(folder, "main.go"))
			if err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer(
				"&inert.Reconciler{}", "asking{}",
				`"rllint.test/inert"`, `"example.com/absent"`,
				"\tmust(setup(mgr, o, \"one\"", "\tkept = o.Global\n\tmust(setup(mgr, o, \"one\"",
			).Replace(string(main))
			write(t, filepath.Join(folder, "main.go"), text)
			write(t, filepath.Join(folder, "asking.go"), strings.Replace(askingReconciler, "USE", use, 1))
			if got := slices.Contains(rules(t, false, "-rules=limits", "./"+folder), "RL1005"); got != want {
				t.Errorf("with %q, RL1005 is reported: %t, want %t", use, got, want)
			}
		})
	}
}

const askingReconciler = `package main

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"

	"example.com/absent"
	"golang.org/x/time/rate"
)

var kept *rate.Limiter

type asking struct{}

func (asking) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	USE
	return ctrl.Result{}, nil
}
`
