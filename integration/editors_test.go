package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fenced returns the blocks of a language in a page of the documentation.
func fenced(t *testing.T, page, language string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", page))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, part := range strings.Split(string(data), "\n```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(part, "\n```")
		blocks = append(blocks, block+"\n")
	}
	if len(blocks) == 0 {
		t.Fatalf("%s has no %s", page, language)
	}
	return blocks
}

// TestVSCode applies the problem matcher of the documentation to what rllint prints.
func TestVSCode(t *testing.T) {
	var tasks struct {
		Tasks []struct {
			Command        string
			Args           []string
			ProblemMatcher struct {
				Pattern struct {
					Regexp                            string
					File, Line, Column, Message, Code int
				}
			}
		}
	}
	blocks := fenced(t, "docs/editors.md", "json")
	if err := json.Unmarshal([]byte(blocks[0]), &tasks); err != nil || len(tasks.Tasks) != 1 {
		t.Fatalf("%v, %d tasks", err, len(tasks.Tasks))
	}
	for _, block := range blocks {
		if !json.Valid([]byte(block)) {
			t.Errorf("this is no JSON:\n%s", block)
		}
	}
	task := tasks.Tasks[0]
	dir := scratch(t, map[string]string{"bad.go": badSource})
	out, _ := combined(dir, environment(), program(t, "../cmd/"+task.Command), task.Args...)
	pattern := task.ProblemMatcher.Pattern
	var found []string
	for line := range strings.Lines(out) {
		if m := regexp.MustCompile(pattern.Regexp).FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			found = append(found, strings.Join([]string{m[pattern.File], m[pattern.Line], m[pattern.Column], m[pattern.Code], m[pattern.Message]},
				"|"))
		}
	}
	if len(found) != 2 || found[0] != "bad.go|3|13|RL0001|"+badFinding {
		t.Errorf("the problems are %q, in\n%s", found, out)
	}
}

// TestVim fills the quickfix list by the compiler of the documentation.
func TestVim(t *testing.T) {
	vim, err := exec.LookPath("vim")
	if err != nil {
		t.Skip("vim is not installed")
	}
	dir := scratch(t, map[string]string{"bad.go": badSource})
	settings := t.TempDir()
	if err := os.Mkdir(filepath.Join(settings, "compiler"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(settings, "compiler"), map[string]string{"rllint.vim": fenced(t, "docs/editors.md", "vim")[0]})
	env := environment("PATH=" + filepath.Dir(program(t, "../cmd/rllint")) + ":" + os.Getenv("PATH"))
	combined(dir, env, vim, "-u", "NONE", "-es", "--cmd", "set runtimepath+="+settings, "-c", "compiler rllint", "-c", "silent make ./...",
		"-c", `call writefile(map(getqflist(), {_, q -> bufname(q.bufnr) .. "|" .. q.lnum .. "|" .. q.col .. "|" .. q.text}), "list.txt")`, "-c",
		"qall!")
	list, err := os.ReadFile(filepath.Join(dir, "list.txt"))
	if want := "bad.go|3|13|" + badFinding + " (RL0001)\n"; err != nil || !strings.HasPrefix(string(list), want) ||
		strings.Count(string(list), "\n") != 2 {
		t.Errorf("%v; the list is\n%s", err, list)
	}
}

// TestFlycheck parses what rllint prints by the checker of the documentation.
func TestFlycheck(t *testing.T) {
	if out, ok := combined(".", os.Environ(), "emacs", "--batch", "--eval", "(progn (package-initialize) (require 'flycheck))"); !ok {
		t.Skipf("emacs and flycheck are not installed: apt-get install emacs-nox elpa-flycheck\n%s", out)
	}
	dir := scratch(t, map[string]string{"bad.go": badSource})
	out, _ := combined(dir, environment(), program(t, "../cmd/rllint"))
	write(t, dir, map[string]string{
		"output.txt": out,
		"try.el": "(package-initialize)\n" + fenced(t, "docs/editors.md", "elisp")[0] + `
(find-file "bad.go")
(dolist (e (flycheck-parse-output
            (with-temp-buffer (insert-file-contents "output.txt") (buffer-string))
            'go-rllint (current-buffer)))
  (princ (format "%s|%s|%s|%s|%s\n" (flycheck-error-filename e) (flycheck-error-line e)
                 (flycheck-error-column e) (flycheck-error-id e) (flycheck-error-message e))))
(princ (format "in %s" (flycheck-compute-working-directory 'go-rllint)))
`})
	got := mustRun(t, dir, os.Environ(), "emacs", "--batch", "-l", "try.el")
	if !strings.Contains(got, "bad.go|3|13|RL0001|"+badFinding+"\n") || strings.Count(got, "|RL000") != 2 ||
		!strings.Contains(got, "in "+dir) {
		t.Errorf("the errors are\n%s\nin\n%s", got, out)
	}
}
