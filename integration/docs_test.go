package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocCommands runs every command that README and the documentation print: those of make as
// far as make can tell that they exist, those after the comment "needs the network" not at all, all
// others in a small module.
func TestDocCommands(t *testing.T) {
	pages := []string{"../README.md", "../CONTRIBUTING.md"}
	docs, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := filepath.Glob("../docs/rules/*.md")
	if err != nil {
		t.Fatal(err)
	}
	env := environment("PATH=" + filepath.Dir(program(t, "../cmd/rllint")) + ":" + os.Getenv("PATH"))
	count := 0
	for _, page := range slices.Concat(pages, docs, rules) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		dir := documented(t)
		for _, command := range commands(string(data)) {
			count++
			t.Run(filepath.Base(page)+"/"+command, func(t *testing.T) { runDocumented(t, dir, env, command) })
		}
	}
	if count < 20 {
		t.Errorf("there are %d commands in all: they are not recognised", count)
	}
}

// documented returns a module with what the documentation's commands speak of.
func documented(t *testing.T) string {
	t.Helper()
	dir := scratch(t, map[string]string{"bad.go": badSource})
	for _, folder := range []string{"operator", "api"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, folder), map[string]string{"clean.go": cleanSource})
	}
	if err := os.Mkdir(filepath.Join(dir, "cmd"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cmd"), map[string]string{"main.go": "package main\n\nfunc main() {}\n"})
	commitAll(t, dir) // some commands compare with main
	return dir
}

func runDocumented(t *testing.T, dir string, env []string, command string) {
	if target, ok := strings.CutPrefix(command, "make "); ok {
		mustRun(t, "..", env, "bash", "-c", "make -n "+target)
		return
	}
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	// 1 stands for findings, of which the module has some.
	if err != nil && cmd.ProcessState.ExitCode() != 1 || strings.Contains(string(out), "rllint: there is no flag") {
		t.Errorf("%v:\n%s", err, out)
	}
}

var (
	// A block of commands is indented by four spaces; in a sentence, the name of a command alone is none.
	blockCommand  = regexp.MustCompile(`^    ((?:rllint|go|make|git|docker|golangci-lint)(?: .*)?)$`)
	inlineCommand = regexp.MustCompile("`((?:rllint [^\\s`]+|make) [^`]+)`")
	remark        = regexp.MustCompile(`\s+# .*$`)
)

// commands returns the commands of a page in their order.
func commands(page string) []string {
	var list []string
	network, fence := false, false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			fence = !fence
		case fence:
		case line == "<!-- needs the network -->":
			network = true
		case blockCommand.MatchString(line):
			if !network {
				list = append(list, remark.ReplaceAllString(blockCommand.FindStringSubmatch(line)[1], ""))
			}
		case line != "":
			network = false
			for _, m := range inlineCommand.FindAllStringSubmatch(line, -1) {
				list = append(list, m[1])
			}
		}
	}
	return list
}

func TestCommands(t *testing.T) {
	got := commands("Text with `make x`, `rllint explain` and `rllint`.\n\n<!-- needs the network -->\n\n    go install x\n\nMore, and " +
		"`rllint a b`.\n\n    rllint b   # why\n\tgo c\n```\n    rllint d\n```\n    text\n")
	if want := []string{"make x", "rllint a b", "rllint b"}; !slices.Equal(got, want) {
		t.Errorf("commands %q, want %q", got, want)
	}
}
