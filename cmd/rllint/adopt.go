package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/adopt"
	"github.com/rllint/rllint/internal/driver"
	"github.com/rllint/rllint/internal/edit"
	"github.com/rllint/rllint/internal/load"
	"github.com/rllint/rllint/internal/printable"
	"github.com/rllint/rllint/internal/settings"
)

// An adopting is the subcommand adopt with its flags.
type adopting struct {
	in    *input
	opts  adopt.Options
	diff  bool
	tests string // whether tests are looked at: true or false
}

func setupAdopt(flags *flag.FlagSet) action {
	a := &adopting{in: registerInput(flags)}
	flags.IntVar(&a.opts.Rate, "rate", 10, "let the new flag be `N` reconciles a second where it is not given")
	flags.BoolVar(&a.opts.Workers, "workers", false, "give each controller as many workers as the rate, instead of as many as it has")
	flags.BoolVar(&a.diff, "diff", false, "print what would change as a unified diff, and change nothing")
	return a.run
}

func (a *adopting) run(stdout, stderr io.Writer) (int, error) {
	if a.opts.Rate < 1 {
		return failed, fmt.Errorf("-rate is a number of reconciles a second above 0, not %d", a.opts.Rate)
	}
	if a.in.flags.NArg() > 1 {
		return failed, errors.New("adopt takes one main package, as in rllint adopt ./cmd/manager")
	}
	if err := a.in.enter(); err != nil {
		return failed, err
	}
	if err := a.prepare(); err != nil {
		return failed, err
	}
	started := time.Now()
	collector := new(adopt.Collector)
	o, err := a.analyze(collector, stderr)
	if err != nil {
		return failed, err
	}
	plan, err := adopt.Make(collector, o.reports, a.opts)
	if err != nil {
		return failed, errors.New(a.short(err.Error()))
	}
	root := moduleRoot(a.in.dir)
	changes := edit.Make(plan.Changes, edit.Options{
		Generated: a.in.flags.Lookup("generated").Value.String() == "true",
		Analysed:  started,
		Own:       func(name string) bool { return edit.Within(name, []string{root}) },
	})
	files := changes.Files
	required := false
	if len(files) > 0 {
		mod, added, err := adopt.Require(root, runtimeVersion())
		if err != nil {
			return failed, err
		}
		if added {
			files, required = append(files, mod), true
		}
	}
	code, err := a.change(files, stdout, stderr)
	if err != nil {
		return failed, err
	}
	if a.diff || len(files) == 0 {
		a.report(plan, changes, stderr)
		if required {
			fmt.Fprintln(stderr, "rllint: after the change go mod tidy adds the checksums of the new requirement to go.sum")
		}
	} else if err := a.settle(root, files, required, stderr); err != nil {
		return failed, err
	} else {
		a.report(plan, changes, stderr)
	}
	if len(plan.Left)+len(changes.Refused) > 0 {
		return found, nil
	}
	return code, nil
}

// analyze hands the packages of the module to the collector, and returns what their controllers run under. What tests
// set up is no matter of that.
func (a *adopting) analyze(collector *adopt.Collector, stderr io.Writer) (*outcome, error) {
	o, err := a.look(collector.Analyzer())
	if err == nil && !o.showProblems(stderr, a.in.dir) {
		if err = a.in.flags.Set("tests", "false"); err == nil {
			o, err = a.in.analyze(func(settings.Rules) []*analysis.Analyzer { return nil }, stderr)
		}
		if err == nil && !o.showProblems(stderr, a.in.dir) {
			return o, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return nil, errors.New("nothing is changed: a program is changed only if all of it compiles")
}

// prepare has the whole module analysed, with its tests and from its source.
func (a *adopting) prepare() error {
	for _, pattern := range a.in.flags.Args() {
		out, err := exec.Command("go", "list", "-find", pattern).Output()
		path := strings.TrimSpace(string(out))
		if err != nil || strings.Contains(path, "\n") {
			return fmt.Errorf("%s is no package; name the main package of the program, as in rllint adopt ./cmd/manager", pattern)
		}
		a.opts.Main = path
	}
	a.in.whole = []string{filepath.ToSlash(filepath.Join(moduleRoot(a.in.dir), "..."))}
	if err := a.in.cache.Set("off"); err != nil {
		return err
	}
	a.tests = "true"
	a.in.flags.Visit(func(f *flag.Flag) {
		if f.Name == "tests" {
			a.tests = f.Value.String()
		}
	})
	return a.in.flags.Set("tests", a.tests)
}

// change writes the files, or prints what would change in them, and returns the exit code.
func (a *adopting) change(files []edit.File, stdout, stderr io.Writer) (int, error) {
	for i, f := range files {
		if a.diff {
			if _, err := stdout.Write(f.Diff(relative(f.Name, a.in.dir))); err != nil {
				return failed, fmt.Errorf("cannot write the diff: %w", err)
			}
			continue
		}
		if err := f.Write(); err != nil {
			for _, done := range files[:i] {
				if restore := done.Restore(); restore != nil {
					fmt.Fprintf(stderr, "rllint: %s cannot be restored: %v\n", done.Name, restore)
				}
			}
			return failed, fmt.Errorf("nothing is changed: %s: %w", relative(f.Name, a.in.dir), err)
		}
	}
	if a.diff && len(files) > 0 {
		return found, nil
	}
	return clean, nil
}

// short returns a text with the names of files as seen from the current directory.
func (a *adopting) short(text string) string {
	return printable.Text(strings.ReplaceAll(text, a.in.dir+string(filepath.Separator), ""))
}

// report says what was done and what not.
func (a *adopting) report(plan *adopt.Plan, changes *edit.Plan, stderr io.Writer) {
	for _, left := range plan.Left {
		fmt.Fprintf(stderr, "rllint: %s\n", a.short(left))
	}
	for _, r := range changes.Refused {
		fmt.Fprintf(stderr, "rllint: %s:%d: it is not possible to %s: %s\n", a.short(r.Finding.Position.Filename), r.Finding.Position.Line, r.Finding.Message, a.short(r.Reason))
	}
	for _, foreign := range plan.Foreign {
		fmt.Fprintf(stderr, "rllint: %s, which is left alone\n", a.short(foreign))
	}
	for _, client := range plan.Clients {
		fmt.Fprintf(stderr, "rllint: %s\n", a.short(client))
	}
	left := len(plan.Left) + len(changes.Refused)
	made, files := len(changes.Made), number(len(changes.Files), "file")
	switch {
	case made == 0 && left == 0:
		fmt.Fprintf(stderr, "rllint: there is nothing to do: %s limited already\n", isOrAre(plan.Done, "controller"))
	case made == 0:
		fmt.Fprintf(stderr, "rllint: there is nothing more that can be done: %s limited already, %d not\n", isOrAre(plan.Done, "controller"), left)
	case a.diff && plan.Moved > 0:
		fmt.Fprintf(stderr, "rllint: the diff puts %s under the runtime's limiter, in %s\n", number(plan.Moved, "controller"), files)
	case plan.Moved > 0:
		fmt.Fprintf(stderr, "rllint: %s under the runtime's limiter now, by a change in %s; see what they run under with rllint inventory\n", isOrAre(plan.Moved, "controller"), files)
	case a.diff:
		fmt.Fprintf(stderr, "rllint: the diff limits %s in %s\n", number(made, "controller"), files)
	default:
		fmt.Fprintf(stderr, "rllint: limited %s in %s; see what they run under with rllint inventory\n", number(made, "controller"), files)
	}
}

func isOrAre(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return number(n, noun) + " are"
}

// settle lets the go command complete what a new requirement needs, and makes the files what they were if the
// program does not compile any more.
func (a *adopting) settle(root string, files []edit.File, required bool, stderr io.Writer) error {
	sum := filepath.Join(root, "go.sum")
	before, _ := os.ReadFile(sum)
	if required && !tidy(root, stderr) {
		return nil // what the program requires is not there, so that it cannot be looked at
	}
	look := &analysis.Analyzer{Name: "compile", Doc: "check types", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	if err := a.in.flags.Set("tests", a.tests); err != nil {
		return err
	}
	o, err := a.look(look)
	if err != nil {
		return err
	}
	problems := o.problems()
	if len(problems) == 0 {
		return nil
	}
	for _, f := range files {
		if err := f.Restore(); err != nil {
			fmt.Fprintf(stderr, "rllint: %s cannot be restored: %v\n", f.Name, err)
		}
	}
	if before != nil {
		if err := os.WriteFile(sum, before, 0o666); err != nil {
			fmt.Fprintf(stderr, "rllint: %s cannot be restored: %v\n", sum, err)
		}
	}
	return fmt.Errorf("internal error: after the change the code does not compile any more, and the files are as they were before: %s", problems[0])
}

// tidy runs go mod tidy, and reports whether the program's requirements are there.
func tidy(root string, stderr io.Writer) bool {
	cmd := exec.CommandContext(context.Background(), "go", "mod", "tidy")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		fmt.Fprintf(stderr, "rllint: go mod tidy, which adds the checksums of the new requirement to go.sum, failed: %s\n", lines[len(lines)-1])
		return false
	}
	if _, err := os.Stat(filepath.Join(root, "vendor", "modules.txt")); err == nil {
		fmt.Fprintln(stderr, "rllint: the module has its dependencies in a vendor directory: run go mod vendor")
		return false
	}
	return true
}

// look runs an analyzer over the packages of the module.
func (a *adopting) look(analyzer *analysis.Analyzer) (o *outcome, err error) {
	err = untilSignal(func(ctx context.Context) error {
		cfg := a.in.config()
		cfg.SharedTypes = true
		prog, err := load.Load(ctx, cfg, a.in.patterns()...)
		if err != nil {
			return err
		}
		o = &outcome{unlisted: prog.Problems}
		o.reports = driver.Run(ctx, prog, []*analysis.Analyzer{analyzer}, driver.Options{})
		o.unlisted = append(o.unlisted, prog.DataProblems()...)
		return nil
	})
	return o, err
}
