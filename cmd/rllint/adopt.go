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
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/changing/adopt"
	"github.com/rllint/rllint/internal/changing/edit"
	"github.com/rllint/rllint/internal/changing/fix"
	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/showing/printable"
)

// An adopting is the subcommand adopt with its flags.
type adopting struct {
	in    *input
	opts  adopt.Options
	diff  bool
	tests bool // whether tests are looked at
}

func setupAdopt(flags *flag.FlagSet) action {
	a := &adopting{in: registerModule(flags)} // it has to see all source, and keeps nothing
	settings.Register(flags, slices.Concat(settings.Seen, []string{"generated"}))
	flags.IntVar(&a.opts.Rate, "rate", 10, "make `N` reconciles a second the new flag's default")
	flags.BoolVar(&a.opts.Workers, "workers", false, "give each controller as many workers as the rate, instead of as many as it has")
	flags.BoolVar(&a.diff, "diff", false, "print what would change as a unified diff, and change nothing")
	return a.run
}

func (a *adopting) run(stdout, stderr io.Writer) (int, error) {
	if a.opts.Rate < 1 {
		return failed, fmt.Errorf("-rate must be at least 1 reconcile a second, not %d", a.opts.Rate)
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
		modules := []string{fix.RuntimeModule}
		if plan.Priorities {
			modules = append(modules, fix.PriorityPackage)
		}
		mod, added, err := adopt.Require(root, runtimeVersion(), modules...)
		if err != nil {
			return failed, err
		}
		if added {
			files, required = append(files, mod), true
		}
	}
	code := clean
	switch {
	case len(files) == 0:
	case a.diff:
		if err := showDiffs(files, a.in.dir, stdout); err != nil {
			return failed, err
		}
		code = found
	default:
		editing := &editing{dir: a.in.dir, stderr: stderr}
		if err := editing.guard(func() error { return a.change(root, files, required, editing, stderr) }); err != nil {
			return failed, err
		}
	}
	a.report(plan, changes, stderr)
	if a.diff && required {
		fmt.Fprintln(stderr, "rllint: after the change go mod tidy adds the checksums of the new requirement to go.sum")
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
		o, err = a.in.analyze(func(settings.Rules) []*analysis.Analyzer { return nil }, stderr)
		if err == nil && !o.showProblems(stderr, a.in.dir) {
			return o, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return nil, errors.New("nothing is changed: adopt changes a program only if all of it compiles and can be followed")
}

// prepare has the whole module analysed, with its tests and from its source.
func (a *adopting) prepare() error {
	for _, pattern := range a.in.flags.Args() {
		var err error
		if a.opts.Mains, err = a.mains(pattern); err != nil {
			return err
		}
	}
	a.in.whole = []string{filepath.ToSlash(filepath.Join(moduleRoot(a.in.dir), "..."))}
	a.tests = !given(a.in.flags, "tests") || a.in.tests()
	return a.in.flags.Set("tests", "false")
}

// mains returns the import path of a main package or, for a folder that is none, those of all below it.
func (a *adopting) mains(pattern string) ([]string, error) {
	list := func(pattern string) ([]string, error) {
		args := slices.Concat([]string{"list", "-find", "-e", "-f", `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`}, a.in.buildFlags(),
			[]string{"--", pattern})
		out, err := exec.Command("go", args...).Output()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			return nil, fmt.Errorf("the go command cannot list %s: %s", pattern, load.LastMessage(strings.TrimSpace(string(exit.Stderr))))
		}
		return strings.Fields(string(out)), err
	}
	found, err := list(pattern)
	if len(found) == 0 && err == nil {
		found, err = list(strings.TrimSuffix(pattern, "/") + "/...")
	}
	if len(found) == 0 && err == nil {
		err = fmt.Errorf("%s is no main package, and none is below it: name that of the program, as in rllint adopt ./cmd/manager", pattern)
	}
	return found, err
}

// change writes the files, and has the go command complete what a new requirement needs. If the program does not
// compile after that, or anything else goes wrong, the files become what they were.
func (a *adopting) change(root string, files []edit.File, required bool, editing *editing, stderr io.Writer) error {
	if sum := filepath.Join(root, "go.sum"); required {
		editing.keep(sum)
	}
	for _, f := range files {
		err := editing.write(f)
		if interrupted(err) {
			return err
		}
		if err != nil {
			editing.undo()
			return fmt.Errorf("nothing is changed: %s: %w", relative(f.Name, a.in.dir), err)
		}
	}
	if required {
		if err := tidy(root); err != nil {
			editing.undo()
			return err
		}
		if _, err := os.Stat(filepath.Join(root, "vendor", "modules.txt")); err == nil {
			fmt.Fprintln(stderr, "rllint: the module has its dependencies in a vendor directory: run go mod vendor")
			return nil // what the program requires is not there, so that it cannot be looked at
		}
	}
	return a.compiles(editing)
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
		fmt.Fprintf(stderr, "rllint: %s:%d: cannot %s: %s\n", a.short(r.Finding.Position.Filename), r.Finding.Position.Line, r.Finding.Message,
			a.short(r.Reason))
	}
	for _, note := range plan.Notes {
		fmt.Fprintf(stderr, "rllint: %s\n", a.short(note))
	}
	if plan.Kind != "" && len(changes.Made) > 0 {
		fmt.Fprintf(stderr, "rllint: %d reconciles a second are for all controllers together: 5,000 objects of %s take %s at each start; "+
			"-rate=N makes another default\n",
			a.opts.Rate, printable.Text(plan.Kind), printable.Duration(5000/float64(a.opts.Rate)))
	}
	left, made, files := plan.NotLimited, 0, printable.Number(len(changes.Files), "file")
	for _, r := range changes.Refused {
		left += max(1, len(r.Finding.Controllers))
	}
	for _, f := range changes.Made {
		made += max(1, len(f.Controllers))
	}
	switch {
	case made == 0 && left == 0:
		fmt.Fprintf(stderr, "rllint: there is nothing to do: %s already limited\n", isOrAre(plan.Done, "controller"))
	case made == 0:
		fmt.Fprintf(stderr, "rllint: nothing more can be done: %s already limited, %d not\n", isOrAre(plan.Done, "controller"), left)
	case a.diff && plan.Moved > 0:
		fmt.Fprintf(stderr, "rllint: the diff puts %s under the runtime's limiter, in %s\n", printable.Number(plan.Moved, "controller"), files)
	case plan.Moved > 0:
		fmt.Fprintf(stderr, "rllint: %s under the runtime's limiter now, by a change in %s; see what they run under with rllint inventory\n",
			isOrAre(plan.Moved, "controller"), files)
	case a.diff:
		fmt.Fprintf(stderr, "rllint: the diff limits %s in %s\n", printable.Number(made, "controller"), files)
	default:
		fmt.Fprintf(stderr, "rllint: limited %s in %s; see what they run under with rllint inventory\n", printable.Number(made, "controller"),
			files)
	}
}

// compiles takes the changes back if the program does not compile any more.
func (a *adopting) compiles(editing *editing) error {
	look := &analysis.Analyzer{Name: "compile", Doc: "check types", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	o, err := a.look(look)
	if err != nil {
		return err
	}
	problems := o.problems()
	if len(problems) == 0 {
		return nil
	}
	editing.undo()
	return fmt.Errorf("internal error: after the change the code no longer compiles; the files are as they were before: %s", problems[0])
}

// ourModule is how the go command names one of the modules of the limits.
var ourModule = regexp.MustCompile(regexp.QuoteMeta(fix.RuntimeModule) + `[\w/]*@v[\w.+-]+`)

// tidy runs go mod tidy.
func tidy(root string) error {
	return untilSignal(func(ctx context.Context) error {
		cmd := exec.CommandContext(ctx, "go", "mod", "tidy")
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err == nil {
			return nil
		}
		said := strings.TrimSpace(string(out))
		if m := ourModule.FindString(said); m != "" {
			return fmt.Errorf("nothing is changed: the module %s, which has the limits, cannot be had; if you have a clone of rllint, run\n"+
				"\tgo mod edit -replace=%[2]s=CLONE/runtime -replace=%[2]s/priority=CLONE/runtime/priority\nand then adopt again", m, fix.RuntimeModule)
		}
		return fmt.Errorf("nothing is changed: go mod tidy, which the new requirement needs, failed: %s",
			strings.TrimSpace(said[strings.LastIndex(said, "\n")+1:]))
	})
}

// look runs an analyzer over the packages of the module.
func (a *adopting) look(analyzer *analysis.Analyzer) (o *outcome, err error) {
	err = untilSignal(func(ctx context.Context) error {
		cfg := a.in.config()
		cfg.Tests = a.tests
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
