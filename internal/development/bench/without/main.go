// Without measures what rllint still tells of a program when a module that it imports cannot be had.
//
// For each module that go.mod requires directly, but for those that controllers are made of, it takes
// the inventory of the program with that module empty, and compares it with the inventory of the
// whole program: how many controllers are found, how many verdicts became unknown, and which differ
// in any other way.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	var (
		dir     = flag.String("dir", ".", "the `folder` of the program")
		only    = flag.String("modules", "", "comma-separated `list` of modules to do without; all if empty")
		all     = flag.Bool("indirect", false, "do without the modules that others require too")
		verbose = flag.Bool("v", false, "print what rllint says of the modules that are missing")
	)
	flag.Parse()
	m := &measurement{dir: *dir, patterns: flag.Args(), verbose: *verbose}
	if len(m.patterns) == 0 {
		m.patterns = []string{"./..."}
	}
	if err := m.run(*only, *all); err != nil {
		fmt.Fprintf(os.Stderr, "without: %v\n", err)
		os.Exit(1)
	}
	if !m.passed {
		os.Exit(1)
	}
}

// atLeast is the part of the controllers that must be found.
const atLeast = 0.9

type measurement struct {
	dir      string
	patterns []string
	verbose  bool
	temp     string
	rllint   string
	whole    map[site][]controller
	passed   bool
}

// A module is what go mod edit -json says of one.
type module struct {
	Path     string
	Version  string
	Indirect bool
}

func (m *measurement) run(only string, all bool) (err error) {
	if m.dir, err = filepath.Abs(m.dir); err != nil {
		return err
	}
	if m.temp, err = os.MkdirTemp("", "rllint-without"); err != nil {
		return err
	}
	defer os.RemoveAll(m.temp)
	m.rllint = filepath.Join(m.temp, "rllint")
	if out, err := exec.Command("go", "build", "-o", m.rllint, "github.com/rllint/rllint/cmd/rllint").CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build rllint: %w\n%s", err, out)
	}
	modules, err := m.modules()
	if err != nil {
		return err
	}
	whole, stderr, err := m.inventory(nil)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, stderr)
	}
	m.whole = bySite(whole)
	fmt.Printf("%-56s %9s %8s %6s\n", "without", "found", "unknown", "wrong")
	_, unknown := m.compare(whole)
	m.passed = true
	fmt.Printf("%-56s %9d %8d\n", "(nothing)", len(m.whole), unknown)
	for _, mod := range modules {
		if only == "" && (ofControllers(mod.Path) || mod.Indirect && !all) || only != "" && !slices.Contains(strings.Split(only, ","), mod.Path) {
			continue
		}
		if err := m.without(mod); err != nil {
			fmt.Printf("%-56s %v\n", mod.Path, err)
			m.passed = false
		}
	}
	return nil
}

// ofControllers reports whether a module is one that every controller is made of.
func ofControllers(path string) bool {
	return path == "sigs.k8s.io/controller-runtime" || strings.HasPrefix(path, "k8s.io/")
}

func (m *measurement) modules() ([]module, error) {
	cmd := exec.Command("go", "mod", "edit", "-json")
	cmd.Dir = m.dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("cannot read go.mod: %w", err)
	}
	var file struct{ Require []module }
	return file.Require, json.Unmarshal(out, &file)
}

// without prints the figures of the program without one module.
func (m *measurement) without(mod module) error {
	env, err := m.emptied(mod)
	if err != nil {
		return err
	}
	list, stderr, err := m.inventory(env)
	if err != nil {
		return fmt.Errorf("%w: %s", err, lastLine(stderr))
	}
	wrong, unknown := m.compare(list)
	found := 0
	for s := range bySite(list) {
		if m.whole[s] != nil {
			found++
		}
	}
	fmt.Printf("%-56s %5d/%-3d %8d %6d\n", mod.Path, found, len(m.whole), unknown, len(wrong))
	for _, w := range wrong {
		fmt.Printf("    %s\n", w)
	}
	if m.verbose {
		fmt.Printf("%s", stderr)
	}
	if len(wrong) > 0 || float64(found) < atLeast*float64(len(m.whole)) {
		m.passed = false
	}
	return nil
}

// emptied makes a go.mod in which a module has no packages and returns the environment that makes
// the go command use it. Its requirements stay, and with them the versions of all others.
func (m *measurement) emptied(mod module) ([]string, error) {
	folder := filepath.Join(m.temp, strings.ReplaceAll(mod.Path, "/", "_"))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	show := exec.Command("go", "list", "-mod=mod", "-m", "-f", "{{.GoMod}}", mod.Path)
	show.Dir = m.dir
	out, err := show.Output()
	if err != nil {
		return nil, fmt.Errorf("cannot find its go.mod: %w", err)
	}
	text, err := os.ReadFile(strings.TrimSpace(string(out)))
	if err != nil {
		text = []byte("module " + mod.Path + "\n")
	}
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), text, 0o644); err != nil {
		return nil, err
	}
	own, err := os.ReadFile(filepath.Join(m.dir, "go.mod"))
	if err != nil {
		return nil, err
	}
	file := folder + ".mod"
	if err := os.WriteFile(file, own, 0o644); err != nil {
		return nil, err
	}
	sums, err := os.ReadFile(filepath.Join(m.dir, "go.sum"))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(folder+".sum", sums, 0o644); err != nil {
		return nil, err
	}
	edit := exec.Command("go", "mod", "edit", "-replace="+mod.Path+"="+folder, file)
	edit.Dir = m.dir
	if out, err := edit.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("cannot replace it: %w: %s", err, out)
	}
	if err := m.absoluteReplacements(file); err != nil {
		return nil, err
	}
	return []string{"GOFLAGS=-mod=mod -modfile=" + file, "GOPROXY=off"}, nil
}

// absoluteReplacements makes the folders that replace modules absolute: the file lies elsewhere.
func (m *measurement) absoluteReplacements(file string) error {
	out, err := exec.Command("go", "mod", "edit", "-json", file).Output()
	if err != nil {
		return err
	}
	var content struct {
		Replace []struct{ Old, New module }
	}
	if err := json.Unmarshal(out, &content); err != nil {
		return err
	}
	for _, r := range content.Replace {
		if !strings.HasPrefix(r.New.Path, ".") {
			continue
		}
		old := r.Old.Path
		if r.Old.Version != "" {
			old += "@" + r.Old.Version
		}
		if out, err := exec.Command("go", "mod", "edit", "-replace="+old+"="+filepath.Join(m.dir, r.New.Path), file).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return nil
}

// A controller is an entry of the inventory.
type controller struct {
	File         string
	Line, Column int
	Main, Name   string
	Limiter      limit
	Middleware   limit
	Concurrency  limit
}

type limit struct{ Verdict, Value, Flag, Detail string }

type site struct {
	file         string
	line, column int
}

func bySite(list []controller) map[site][]controller {
	out := make(map[site][]controller)
	for _, c := range list {
		s := site{c.File, c.Line, c.Column}
		out[s] = append(out[s], c)
	}
	return out
}

func (m *measurement) inventory(env []string) (list []controller, stderr string, err error) {
	cmd := exec.Command(m.rllint, append([]string{"inventory", "-format=json"}, m.patterns...)...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if cmd.ProcessState == nil || out.Len() == 0 {
		return nil, errs.String(), fmt.Errorf("rllint inventory: %w", err)
	}
	if strings.Contains(errs.String(), "internal error") || strings.Contains(errs.String(), "panic") {
		return nil, errs.String(), fmt.Errorf("rllint inventory: internal error")
	}
	var doc struct{ Controllers []controller }
	return doc.Controllers, errs.String(), json.Unmarshal(out.Bytes(), &doc)
}

// compare returns the verdicts in list that differ from those of the whole program, and how many are unknown.
func (m *measurement) compare(list []controller) (wrong []string, unknown int) {
	for _, c := range list {
		same := m.whole[site{c.File, c.Line, c.Column}]
		if same == nil {
			wrong = append(wrong, fmt.Sprintf("%s:%d: a controller that there is not", c.File, c.Line))
			continue
		}
		if i := slices.IndexFunc(same, func(w controller) bool { return w.Main == c.Main }); i >= 0 {
			same = same[i : i+1]
		}
		for _, attr := range []struct {
			name string
			of   func(c controller) limit
		}{
			{"limiter", func(c controller) limit { return c.Limiter }},
			{"middleware", func(c controller) limit { return c.Middleware }},
			{"concurrency", func(c controller) limit { return c.Concurrency }},
		} {
			got := attr.of(c)
			if got.Verdict == "unknown" {
				unknown++
				continue
			}
			if !slices.ContainsFunc(same, func(w controller) bool {
				want := attr.of(w)
				return want.Verdict == got.Verdict && want.Value == got.Value
			}) {
				wrong = append(wrong, fmt.Sprintf("%s:%d %s of %s: %s %s (%s), but %s (%s)", c.File, c.Line, attr.name, c.Name,
					got.Verdict, got.Value, got.Detail, attr.of(same[0]).Verdict, attr.of(same[0]).Detail))
			}
		}
	}
	return wrong, unknown
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
