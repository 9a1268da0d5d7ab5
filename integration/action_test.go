package integration

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAction runs the workflow that docs/integrations.md shows, as it is and with further inputs of the action.
func TestAction(t *testing.T) {
	documented := "on: push\n" + documentedYAML(t, "jobs:")
	runner := newRunner(t, documented)
	found := scratch(t, map[string]string{"bad.go": badSource, "clean.go": cleanSource})
	// A file is called what a shell would make of the pattern.
	shaped := scratch(t, map[string]string{"bad.go": badSource, "-exclude=none": ""})
	none := scratch(t, map[string]string{"clean.go": cleanSource})
	broken := scratch(t, map[string]string{"broken.go": "package scratch\n\nvar x int = missing\n"})
	nested := nestedModules(t, "operators/one")
	for _, test := range []struct {
		name, dir string
		with      []string // inputs of the action
		code      string   // of the analysis
		ok        bool     // whether the job succeeds
		category  string   // of the upload; "" if nothing is uploaded
		sarif     string   // in the file that is uploaded
		log       string
	}{
		{"findings", found, nil, "1", false, "rllint", `"uri": "bad.go"`, "bad.go:3:13: " + badFinding},
		{"findings that are no failure", found, []string{"fail: false"}, "1", true, "rllint", `"ruleId": "RL0001"`, badFinding},
		{"annotations", found, []string{"sarif: false", "cache: false"}, "1", false, "", "", "::warning file=bad.go,line=3"},
		{"arguments", found, []string{"args: -RL1001 -RL1002", "packages: . ./..."}, "0", true, "rllint", `"results": []`, ""},
		{"a pattern", shaped, []string{"args: -exclude=* -RL1001=false"}, "0", true, "rllint", `"results": []`, ""},
		{"a module in a directory", nested, []string{"working-directory: operators/one"}, "1", false, "rllint/operators/one",
			`"uri": "operators/one/bad.go"`, ""},
		{"a category", nested, []string{"working-directory: operators/one", "category: one"}, "1", false, "one", `"ruleId": "RL0001"`, ""},
		{"no findings", none, nil, "0", true, "rllint", `"results": []`, ""},
		{"broken code", broken, nil, "2", false, "", "", "undefined: missing"},
		{"broken code, whatever fail says", broken, []string{"fail: false"}, "2", false, "", "", "undefined: missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			workflow := documented + "        id: rllint\n"
			if test.with != nil {
				workflow += "        with:\n          " + strings.Join(test.with, "\n          ") + "\n"
			}
			workflow += "      - if: always()\n        run: echo 'code=${{ steps.rllint.outputs.code }}.'\n"
			got := runner.run(t, test.dir, workflow)
			if got.ok != test.ok || !strings.Contains(got.log, "code="+test.code+".") || !strings.Contains(got.log, test.log) {
				t.Errorf("ok: %v; want %v, the code %s and %s\n%s", got.ok, test.ok, test.code, test.log, got.log)
			}
			if len(got.given["cache"]) == 1 == slices.Contains(test.with, "cache: false") {
				t.Errorf("actions/cache is given %v", got.given["cache"])
			}
			if len(got.sarif) == 0 && test.category == "" {
				return
			}
			if sarif, ok := got.sarif[test.category]; !ok || len(got.sarif) != 1 || !strings.Contains(sarif, test.sarif) {
				t.Errorf("uploaded is %v, want as %q one with %s", got.sarif, test.category, test.sarif)
			}
		})
	}
}

// TestActionOfSeveralModules runs the workflow of docs/integrations.md for two modules: the alerts of one do not replace
// those of the other.
func TestActionOfSeveralModules(t *testing.T) {
	steps := "    " + strings.ReplaceAll(documentedYAML(t, "strategy:"), "\n", "\n    ")
	workflow := "on: push\njobs:\n  rllint:\n    runs-on: ubuntu-latest\n" + strings.TrimRight(steps, " ")
	got := newRunner(t, workflow).run(t, nestedModules(t, "operator", "provider"), workflow)
	if got.ok || len(got.sarif) != 2 {
		t.Errorf("ok: %v, %d uploads, want false and 2\n%s", got.ok, len(got.sarif), got.log)
	}
	keys := make(map[string]bool)
	for _, cache := range got.given["cache"] {
		keys[cache["restore-keys"]] = true
	}
	if len(keys) != 2 {
		t.Errorf("the modules keep what they found as %v", keys)
	}
	for _, module := range []string{"operator", "provider"} {
		if sarif := got.sarif["rllint/"+module]; !strings.Contains(sarif, `"uri": "`+module+`/bad.go"`) {
			t.Errorf("uploaded for %s: %s", module, sarif)
		}
	}
}

// TestActionInAnotherFolder runs the action on a checkout that has a folder of its own in the workspace:
// file names are those in the repository.
func TestActionInAnotherFolder(t *testing.T) {
	workflow := "on: push\n" + documentedYAML(t, "jobs:") + "        with:\n          working-directory: source/operator\n"
	workflow = strings.Replace(workflow, "actions/checkout@v6\n", "actions/checkout@v6\n        with:\n          path: source\n", 1)
	got := newRunner(t, workflow).run(t, nestedModules(t, "operator"), workflow)
	if sarif := got.sarif["rllint/source/operator"]; !strings.Contains(sarif, `"uri": "operator/bad.go"`) {
		t.Errorf("uploaded: %v\n%s", got.sarif, got.log)
	}
	if uploads := got.given["upload-sarif"]; len(uploads) != 1 || filepath.Base(uploads[0]["checkout_path"]) != "source" {
		t.Errorf("upload-sarif is given %v", uploads)
	}
}

// TestActionWithOlderGo runs the action where setup-go installs the Go that the module asks for, which is older
// than rllint's own, and forbids the go command to get another.
func TestActionWithOlderGo(t *testing.T) {
	const older = "go1.25.3"
	env := environment("GOTOOLCHAIN="+older, "GOFLAGS=")
	root, ok := combined(".", env, "go", "env", "GOROOT")
	if !ok {
		t.Skipf("%s cannot be had here: %s", older, root)
	}
	lines := strings.Split(strings.TrimSpace(root), "\n") // a download is told of first
	workflow := "on: push\n" + documentedYAML(t, "jobs:") + "      - if: always()\n        run: go version\n"
	got := newRunner(t, workflow).run(t, scratch(t, map[string]string{"bad.go": badSource}), workflow, "SETUP_GOROOT="+lines[len(lines)-1])
	if !strings.Contains(got.log, "go version "+older+" ") {
		t.Fatalf("the Go of the job is another:\n%s", got.log)
	}
	if !strings.Contains(got.sarif["rllint"], `"ruleId": "RL0001"`) {
		t.Errorf("uploaded: %v\n%s", got.sarif, got.log)
	}
}

// nestedModules returns a folder with a module with a finding in each of the directories.
func nestedModules(t *testing.T, directories ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range directories {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(scratch(t, map[string]string{"bad.go": badSource}))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// documentedYAML returns the one block of YAML in docs/integrations.md that starts with a text.
func documentedYAML(t *testing.T, first string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/integrations.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?ms)^```yaml\n("+regexp.QuoteMeta(first)+".*?)^```$").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 1 {
		t.Fatalf("docs/integrations.md has %d blocks of YAML that start with %s", len(blocks), first)
	}
	return blocks[0][1]
}

// TestActionReport runs the action with its report: the page is attached, and the job's summary has the same in Markdown, with what is
// different from another revision.
func TestActionReport(t *testing.T) {
	workflow := "on: push\n" + documentedYAML(t, "jobs:") + "        with:\n          report: true\n          against: HEAD\n          " +
		"fail: false\n" +
		"      - run: cat \"$RUNNER_TEMP\"/rllint-report.md\n"
	got := newRunner(t, workflow).run(t, scratch(t, map[string]string{"bad.go": badSource}), workflow)
	if !got.ok || len(got.pages) != 1 || !strings.Contains(got.pages["rllint-report"], ": what limits it</title>") {
		t.Errorf("ok: %v, attached: %v\n%s", got.ok, got.pages, got.log)
	}
	for _, want := range []string{"# What limits ", "HEAD"} {
		if !strings.Contains(got.log, want) {
			t.Errorf("no %q in the summary:\n%s", want, got.log)
		}
	}
}
