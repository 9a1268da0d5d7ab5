package integration

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/settings/settingsfile"
)

// A driver is one way to run the rules over the packages below a directory, with the
// settings in a file there ("" for none).
type driver struct {
	name string
	run  func(t *testing.T, dir string, env []string, settings string, patterns ...string) []wanttest.Finding
}

var drivers = []driver{
	{"command", runCommand},
	{"go vet", runVet},
	{"golangci-lint", runGolangci},
}

// TestWants runs every driver over the packages with want comments. Where a module only has its libraries in other
// versions, the command is enough: what the rules make of the libraries is the same in all drivers. go vet is shown the
// files that are for old versions too.
func TestWants(t *testing.T) {
	for _, m := range wanttest.Corpus {
		dir, err := m.Dir()
		if err != nil {
			t.Fatal(err)
		}
		wants, err := m.Wants("./...")
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drivers {
			if d.name == "go vet" && m.ModFile != "" && m.Tags == "" || d.name == "golangci-lint" && m.ModFile != "" {
				continue
			}
			t.Run(m.Name+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				for _, difference := range wanttest.Compare(wants, d.run(t, dir, m.Env(), m.Settings, "./...")) {
					t.Error(strings.TrimPrefix(difference, dir+"/"))
				}
			})
		}
	}
}

// TestEveryController compares the drivers where each controller is judged, whatever its program
// promises: the want comments hold for the settings' defaults only. Modules that differ in nothing
// but versions are left out, and the folders of programs where that makes no difference, which TestWants compares.
func TestEveryController(t *testing.T) {
	compared := 0 // modules
	for _, m := range wanttest.Corpus {
		if m.Settings != "" && m.Folder != "." || m.ModFile != "" {
			continue
		}
		dir, err := m.Dir()
		if err != nil {
			t.Fatal(err)
		}
		settings := filepath.Join("..", "settings", "every.yaml")
		if m.Folder == "." {
			settings = filepath.Join("settings", "every.yaml")
		}
		command := drivers[0]
		every, without := places(command.run(t, dir, m.Env(), settings, "./...")), places(command.run(t, dir, m.Env(), "", "./..."))
		if m.Folder == "." && len(every) <= len(without) { // some of its programs promise no rate
			t.Errorf("%d findings with every-controller, %d without", len(every), len(without))
		}
		patterns := differing(dir, every, without)
		if len(patterns) == 0 {
			continue
		}
		compared++
		t.Run(m.Name, func(t *testing.T) {
			want := places(command.run(t, dir, m.Env(), settings, patterns...))
			for _, d := range drivers[1:] {
				t.Run(d.name, func(t *testing.T) {
					t.Parallel()
					if got := places(d.run(t, dir, m.Env(), settings, patterns...)); !slices.Equal(got, want) {
						t.Errorf("%s finds\n%s\nthe command finds\n%s", d.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
					}
				})
			}
		})
	}
	if compared < 2 {
		t.Errorf("every-controller makes a difference in %d modules: that compares too little", compared)
	}
}

// differing returns the patterns of the folders in dir with places that one of two lists lacks.
func differing(dir string, a, b []string) []string {
	var patterns []string
	for _, place := range slices.Concat(a, b) {
		if slices.Contains(a, place) && slices.Contains(b, place) {
			continue
		}
		pattern := "."
		if folder, _, below := strings.Cut(strings.TrimPrefix(place, dir+"/"), "/"); below {
			pattern = "./" + folder + "/..."
		}
		patterns = append(patterns, pattern)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// places are the findings as "file:line rule", sorted, each once.
func places(findings []wanttest.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.File+":"+strconv.Itoa(f.Line)+" "+f.Rule)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func runCommand(t *testing.T, dir string, env []string, settings string, patterns ...string) []wanttest.Finding {
	args := []string{"-json"}
	if settings != "" {
		args = append(args, "-settings="+settings)
	}
	cmd := exec.Command(program(t, "../cmd/rllint"), append(args, patterns...)...)
	return vetTree(t, output(t, cmd, dir, env))
}

func runVet(t *testing.T, dir string, env []string, settings string, patterns ...string) []wanttest.Finding {
	rllint := program(t, "../cmd/rllint")
	args := []string{"vet", "-json", "-vettool=" + rllint, "-level=note"}
	if settings != "" {
		flags := output(t, exec.Command(rllint, "settings", "-settings="+settings), dir, env)
		args = append(args, strings.Fields(string(flags))...)
	}
	return vetTree(t, output(t, exec.Command("go", append(args, patterns...)...), dir, env))
}

// vetTree reads the JSON of go vet and of the command: a tree a package, one
// after the other, with comments between them in the case of go vet.
func vetTree(t *testing.T, out []byte) []wanttest.Finding {
	t.Helper()
	var lines []string
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	decoder := json.NewDecoder(strings.NewReader(strings.Join(lines, "")))
	var findings []wanttest.Finding
	for decoder.More() {
		var tree map[string]map[string][]struct{ Posn, Message string }
		if err := decoder.Decode(&tree); err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		for _, rules := range tree {
			for rule, list := range rules {
				for _, f := range list {
					file, line := splitPosition(t, f.Posn)
					message := strings.TrimPrefix(f.Message, rule+": ") // go vet's starts with it
					findings = append(findings, wanttest.Finding{File: file, Line: line, Rule: rule, Message: message})
				}
			}
		}
	}
	return findings
}

// splitPosition reads file:line:column.
func splitPosition(t *testing.T, position string) (file string, line int) {
	t.Helper()
	parts := strings.Split(position, ":")
	if len(parts) < 3 {
		t.Fatalf("%q is no position", position)
	}
	line, err := strconv.Atoi(parts[len(parts)-2])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(parts[:len(parts)-2], ":"), line
}

const golangciConfig = `version: "2"
linters:
  default: none
  enable: [rllint]
  settings:
    custom:
      rllint:
        type: module
        description: limits of controllers
        settings: {SETTINGS}
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

func runGolangci(t *testing.T, dir string, env []string, settings string, patterns ...string) []wanttest.Finding {
	s := new(settingsfile.File)
	if settings != "" {
		var err error
		if s, err = settingsfile.Read(filepath.Join(dir, settings)); err != nil {
			t.Fatal(err)
		}
	}
	s.Level = "note" // as the command shows them
	data, err := json.Marshal(s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	inline := strings.Trim(string(data), "{}")
	return golangci(t, dir, append(env, "GOLANGCI_LINT_CACHE="+t.TempDir()), inline, patterns...)
}

// golangci runs golangci-lint with rllint and its settings, such as "exclude: [a]".
func golangci(t *testing.T, dir string, env []string, settings string, patterns ...string) []wanttest.Finding {
	t.Helper()
	config := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(config, []byte(strings.Replace(golangciConfig, "SETTINGS", settings, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"run", "--config", config, "--issues-exit-code=0", "--allow-parallel-runners", "--timeout=20m",
		"--path-mode=abs", "--show-stats=false", "--output.json.path=stdout"}
	out := output(t, exec.Command(program(t, "./golangci-lint"), append(args, patterns...)...), dir, env)
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.NewDecoder(strings.NewReader(string(out))).Decode(&report); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	var findings []wanttest.Finding
	for _, issue := range report.Issues {
		rule, message, found := strings.Cut(issue.Text, ": ")
		if !found || !strings.HasPrefix(rule, "RL") {
			t.Fatalf("finding %q does not start with its rule", issue.Text)
		}
		findings = append(findings, wanttest.Finding{File: issue.Pos.Filename, Line: issue.Pos.Line, Rule: rule, Message: message})
	}
	return findings
}

// output returns what a command writes to standard output; any exit code that means
// findings is fine.
func output(t *testing.T, cmd *exec.Cmd, dir string, env []string) []byte {
	t.Helper()
	cmd.Dir, cmd.Env = dir, env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%s: %v\n%s%s", strings.Join(cmd.Args, " "), err, out, stderr.String())
	}
	return out
}
