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

var ruleName = regexp.MustCompile(`\bRL\d{4}\b`)

// rules returns the rules that a run of the command names in its findings, sorted, each as often as it does.
func rules(t *testing.T, whole bool, args ...string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"-color=never", "-f", "github"}, args...)
	if code := run(args, &stdout, &stderr); (code == failed) == whole {
		t.Errorf("rllint %s ends with %d:\n%s%s", strings.Join(args, " "), code, stderr.String(), stdout.String())
	}
	var list []string
	for line := range strings.Lines(stdout.String()) {
		if name := ruleName.FindString(line); name != "" {
			list = append(list, name)
		}
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

// What is missing promises nothing and takes back nothing: a program without a rate has the one notice that it has as a whole, and
// one with a rate the findings about its limiter, as long as nothing of that is handed to what is missing.
func TestUnrelatedModuleMissing(t *testing.T) {
	for _, test := range []struct {
		folder  string
		imports []string
		rules   []string
	}{
		{"unpromised", []string{"unpromised/controllers"}, []string{"RL1000"}},
		{"budget/unasked", nil, []string{"RL1005"}},
		{"multiplied/twice", nil, []string{"RL1006"}},
	} {
		t.Run(strings.ReplaceAll(test.folder, "/", " "), func(t *testing.T) {
			program(t, append([]string{test.folder, "limits", "inert"}, test.imports...), nil)
			const only = "-rules=limits"
			whole := rules(t, true, only, "./"+test.folder)
			write(t, filepath.Join(test.folder, "extra.go"), absent)
			partial := rules(t, false, only, "./"+test.folder)
			if !slices.Equal(whole, partial) {
				t.Errorf("without the module the findings are %q, with it %q", partial, whole)
			}
			for _, rule := range test.rules {
				if !slices.Contains(partial, rule) {
					t.Errorf("no %s among %q", rule, partial)
				}
			}
		})
	}
}

// A controller that is not given what its siblings are lacks it whatever else is missing, and one that is set up twice
// is refused.
func TestModuleMissingBesideOperators(t *testing.T) {
	for folder, rule := range map[string]string{"siblings": "RL2004", "siblings/constants": "RL2004", "duplicate": "RL2002"} {
		t.Run(strings.ReplaceAll(folder, "/", " "), func(t *testing.T) {
			program(t, []string{folder, "inert", "limits"}, nil)
			const only = "-rules=operator"
			whole := rules(t, true, only, "./"+folder)
			write(t, filepath.Join(folder, "extra.go"), absent)
			partial := rules(t, false, only, "./"+folder)
			if !slices.Equal(whole, partial) || !slices.Contains(whole, rule) {
				t.Errorf("without the module the findings are %q, with it %q", partial, whole)
			}
		})
	}
}

// A limiter that missing code is handed, or finds in a variable, may be asked there.
func TestModuleMissingThatMayAsk(t *testing.T) {
	for name, file := range map[string]string{
		"handed":   "import \"example.com/absent\"\n\nfunc init() { hand = func(o limits.Options) { absent.Use(o) } }",
		"variable": "func init() { lacking() }\n\nfunc init() { hand = func(o limits.Options) { kept = o } }\n\nvar kept limits.Options",
		"neither":  "func init() { hand = func(o limits.Options) {} }",
	} {
		t.Run(name, func(t *testing.T) {
			const folder = "budget/unasked"
			program(t, []string{folder, "limits", "inert"}, nil)
			main, err := os.ReadFile(filepath.Join(folder, "main.go"))
			if err != nil {
				t.Fatal(err)
			}
			text := strings.Replace(string(main), "must(setup(mgr, o, \"one\"", "hand(o)\n\tmust(setup(mgr, o, \"one\"", 1)
			write(t, filepath.Join(folder, "main.go"), text)
			imports, rest, found := strings.Cut(file, "\n\n")
			if !found || !strings.HasPrefix(imports, "import") {
				imports, rest = "", file
			}
			write(t, filepath.Join(folder, "hand.go"), "package main\n\nimport \"rllint.test/limits\"\n"+imports+"\n\nvar hand func(limits.Options)\n\n"+rest+"\n")
			got := slices.Contains(rules(t, name == "neither", "-rules=limits", "./"+folder), "RL1005")
			if want := name == "neither"; got != want {
				t.Errorf("RL1005 reported: %t, want %t", got, want)
			}
		})
	}
}
