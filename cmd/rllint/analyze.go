package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/settings/settingsfile"
	"github.com/rllint/rllint/internal/showing/findings"
)

// An input says which files are analysed and with which settings.
type input struct {
	dir      string // the current directory, after -C
	flags    *flag.FlagSet
	change   string // the directory of -C, "" for none
	tags     string
	settings string   // file, "" for that of the module
	whole    []string // patterns that are analysed whatever the arguments are; nil for the arguments
	cache    *cacheFlag
	along    *along // nil before it is known

	leftOutOf string // the go.work that has not the module, "" if there is none
}

// registerInput adds the flags that all commands share that analyse packages. Told are the flags about the findings that they show.
func registerInput(flags *flag.FlagSet, told ...string) *input {
	in := registerModule(flags)
	in.cache = registerCache(flags)
	settings.Register(flags, slices.Concat(settings.Seen, told))
	return in
}

// registerModule adds the flags that say which module is meant, how it is built and what its settings are.
func registerModule(flags *flag.FlagSet) *input {
	in := &input{flags: flags, cache: &cacheFlag{value: "off"}}
	flags.StringVar(&in.change, "C", "", "change to `directory` before anything else, as in the go command; other file names are relative "+
		"to it")
	flags.StringVar(&in.tags, "tags", "", "comma-separated `list` of build tags")
	flags.StringVar(&in.settings, "settings", "", "read the settings from `file` instead of "+settingsfile.Name+" at the module's root")
	return in
}

// given reports whether a flag is on the command line.
func given(flags *flag.FlagSet, name string) bool {
	found := false
	flags.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// enter goes to the directory in which everything else happens.
func (in *input) enter() error {
	if in.change != "" {
		if err := os.Chdir(in.change); err != nil {
			return fmt.Errorf("-C: %w", err)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("cannot find the current directory: %w", err)
	}
	in.dir = dir
	if in.leftOutOf = leftOut(dir, in.patterns()); in.leftOutOf != "" {
		return os.Setenv("GOWORK", "off") // for the go command, too, which would list nothing
	}
	return nil
}

func (in *input) tests() bool { return in.flags.Lookup("tests").Value.String() == "true" }

func (in *input) buildFlags() []string {
	if in.tags == "" {
		return nil
	}
	return []string{"-tags=" + in.tags}
}

// An outcome is what one run of the analyzers gave.
type outcome struct {
	reports  []driver.Report
	findings []findings.Finding
	unnamed  []findings.Finding // in packages that were not named
	unlisted []load.Problem
	rules    map[string]bool // those that ran for all modules
}

// analyzeOnce loads the packages and runs the analyzers over them, with the settings of each
// module. The rules that run are chosen by what the settings say of them.
func (in *input) analyzeOnce(rules func(settings.Rules) []*analysis.Analyzer, stderr io.Writer) (*outcome, error) {
	progress := startProgress(stderr)
	defer progress.stop()
	var groups []group
	err := untilSignal(func(ctx context.Context) (err error) {
		groups, err = in.groups(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	in.cache.open(stderr)
	defer in.cache.store.Trim()
	out := &outcome{rules: make(map[string]bool)}
	for i, g := range groups {
		if err := in.apply(g); err != nil {
			return nil, err
		}
		analyzers := rules(g.settings.Rules)
		ran := make(map[string]bool)
		for _, a := range analyzers {
			ran[a.Name] = i == 0 || out.rules[a.Name]
		}
		out.rules = ran
		prog, reports, err := in.run(analyzers, progress)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			out.unlisted = prog.Problems
		}
		out.unlisted = append(out.unlisted, prog.DataProblems()...)
		reports = slices.DeleteFunc(reports, func(r driver.Report) bool { return owner(groups, r) != i })
		out.reports = append(out.reports, reports...)
		out.findings = findings.Merge(out.findings, findings.Collect(reports, ruleLevels()))
		out.unnamed = findings.Merge(out.unnamed, findings.Unnamed(reports, ruleLevels()))
	}
	findings.Withhold(out.findings, out.reports)
	in.withhold(out.findings)
	return out, nil
}

// config says how packages are loaded, with the settings of the moment.
func (in *input) config() load.Config {
	named := settings.ImportsNow()
	return load.Config{
		Store:      in.cache.store,
		Tests:      in.tests(),
		BuildFlags: in.buildFlags(),
		Matters: func(path string, imports []string) bool {
			return known.Matters(path, imports, func(imported string) bool { return named[imported] })
		},
	}
}

// again returns the main packages that are analysed once more, since others need less work than they may take.
func again(reports []driver.Report) []*load.Package {
	mains, results := make(map[string][]*load.Package), make(map[string][]*model.Result)
	for pkg, result := range driver.Results[*model.Result](reports, model.Analyzer) {
		if pkg.Name == "main" {
			mains[pkg.Path] = append(mains[pkg.Path], pkg)
			results[pkg.Path] = append(results[pkg.Path], result)
		}
	}
	var list []*load.Package
	for _, path := range model.ShareRest(results) {
		list = append(list, mains[path]...)
	}
	return list
}

// run loads the packages and runs the analyzers over them, with the settings of the moment.
func (in *input) run(analyzers []*analysis.Analyzer, progress *progress) (prog *load.Program, reports []driver.Report, err error) {
	cfg := in.config()
	// Every format has a way to show related places, or leaves them out. The conditions of fixes are looked at
	// once all packages are known.
	for _, name := range []string{"related", "conditional"} {
		if err := model.Analyzer.Flags.Set(name, "true"); err != nil {
			return nil, nil, err
		}
	}
	// What tells of its own faults is asked for too; the inventory is made of the model.
	base := report.Partials([]*analysis.Analyzer{model.Analyzer})
	analyzers = append(slices.Clip(analyzers), report.Partials(append(slices.Clip(analyzers), model.Analyzer))...)
	patterns, done, err := in.listed(&cfg)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	err = untilSignal(func(ctx context.Context) error {
		if prog, err = load.Load(ctx, cfg, patterns...); err == nil {
			model.ShareWork(prog.Mains(model.SetsUp))
			opts := driver.Options{
				Store: in.cache.store, Base: base, Subjects: findings.Controllers, Conditions: findings.Conditions, Progress: progress.count,
				Depends: func(p *load.Package) string {
					besides := ""
					if p.Module != nil {
						besides = report.Under(p.Module.Path)
					}
					if p.Name == "main" {
						besides += model.Share(p.Path)
					}
					return besides
				},
				Again: again,
			}
			reports = driver.Run(ctx, prog, analyzers, opts)
		}
		return err
	})
	return prog, reports, err
}
