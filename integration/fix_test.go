package integration

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSameEdits checks that go fix and golangci-lint make no edits but those that rllint -fix makes: of a directive that
// suppresses nothing, and of a provider whose controllers and client are not limited. Of the provider they make those that
// its main package is enough for: only rllint knows all main packages when it makes fixes in another.
func TestSameEdits(t *testing.T) {
	rllint := program(t, "../cmd/rllint")
	config := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(config, []byte(strings.Replace(golangciConfig, "SETTINGS", "", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	tools := []struct {
		name string
		args []string
	}{
		{rllint, []string{"-fix", "./..."}},
		{"go", []string{"fix", "-fixtool=" + rllint, "./..."}},
		{program(t, "./golangci-lint"), []string{"run", "--fix", "--config", config, "--issues-exit-code=0", "--allow-parallel-runners",
			"--timeout=20m", "./..."}},
	}
	directive := map[string]string{"scratch.go": "package scratch\n\nfunc g() {} //rllint:ignore RL1001 it was limited by hand " +
		"once\n\nfunc h() {}\n"}
	for name, copyTo := range map[string]func() string{
		"directive": func() string { return scratch(t, directive) },
		"provider":  func() string { return copied(t, "crossplane1") },
	} {
		t.Run(name, func(t *testing.T) {
			before := goFiles(t, copyTo())
			var want map[string]string
			for _, tool := range tools {
				dir := copyTo()
				cmd := exec.Command(tool.name, tool.args...)
				cmd.Dir, cmd.Env = dir, environment("GOLANGCI_LINT_CACHE="+t.TempDir())
				out, err := cmd.CombinedOutput()
				if err != nil && cmd.ProcessState.ExitCode() != 1 {
					t.Fatalf("%s %v: %v\n%s", tool.name, tool.args, err, out)
				}
				got := goFiles(t, dir)
				if want == nil {
					want = got
				}
				changed := 0
				for file, text := range got {
					if text != before[file] {
						changed++
					}
					if name == "directive" && text != want[file] || !within(before[file], text, want[file]) {
						t.Errorf("%s makes of %s\n%s\nrllint -fix makes\n%s", filepath.Base(tool.name), file, text, want[file])
					}
				}
				if changed == 0 {
					t.Errorf("%s changes nothing:\n%s", filepath.Base(tool.name), out)
				}
			}
		})
	}
}

// within reports whether a file was changed in no other way than another one that was the same.
func within(before, after, other string) bool {
	allowed := changedLines(before, other)
	for line := range changedLines(before, after) {
		if !allowed[line] {
			return false
		}
	}
	return true
}

// changedLines returns the lines that one of two texts has and the other lacks, with which of them it is.
func changedLines(before, after string) map[string]bool {
	lines := make(map[string]bool)
	for mark, texts := range map[string][2]string{"-": {before, after}, "+": {after, before}} {
		for line := range strings.Lines(texts[0]) {
			if !strings.Contains("\n"+texts[1]+"\n", "\n"+strings.TrimSuffix(line, "\n")+"\n") {
				lines[mark+line] = true
			}
		}
	}
	return lines
}

// copied returns a copy of a module of the analysed packages.
func copied(t *testing.T, module string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "src", module))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// goFiles returns the Go files below a folder.
func goFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = string(bytes.TrimSpace(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
