package main

import (
	"context"
	"flag"
	"fmt"
	"go/token"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driver"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/load"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/settings/settingsfile"
)

// An input says which files are analysed and with which settings.
type input struct {
	dir      string // the current directory
	flags    *flag.FlagSet
	tags     string
	settings string // file, "" for that of the module
}

// registerInput adds the flags that all commands share that analyse packages.
func registerInput(flags *flag.FlagSet) *input {
	in := &input{flags: flags}
	flags.StringVar(&in.tags, "tags", "", "comma-separated `list` of build tags")
	flags.StringVar(&in.settings, "settings", "", "read the settings from `file` instead of "+settingsfile.Name+" at the module's root")
	settings.Register(flags)
	return in
}

// readSettings applies the settings file, where flags do not say otherwise, and
// returns it.
func (in *input) readSettings() (*settings.Settings, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("cannot tell the current directory: %w", err)
	}
	in.dir = dir
	name := in.settings
	if name == "" {
		name = settingsfile.Find(dir)
	}
	if name == "" {
		return new(settings.Settings), nil
	}
	s, err := settingsfile.Read(name)
	if err != nil {
		return nil, err
	}
	given := make(map[string]bool)
	in.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return s, s.Apply(func(key string) bool { return given[key] })
}

func (in *input) tests() bool { return in.flags.Lookup("tests").Value.String() == "true" }

// An outcome is what one run of the analyzers gave.
type outcome struct {
	fset     *token.FileSet
	reports  []driver.Report
	unlisted []load.Problem
}

// analyze loads the packages and runs the analyzers over them.
func (in *input) analyze(analyzers []*analysis.Analyzer, stderr io.Writer) (*outcome, error) {
	patterns := in.flags.Args()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	named := settings.ImportsNow()
	cfg := load.Config{
		Tests: in.tests(),
		Matters: func(path string, imports []string) bool {
			return known.Matters(path, imports, func(imported string) bool { return named[imported] })
		},
	}
	if in.tags != "" {
		cfg.BuildFlags = []string{"-tags=" + in.tags}
	}
	progress := newProgress(stderr)
	defer progress.clear()
	progress.show("loading packages")
	prog, err := load.Load(context.Background(), cfg, patterns...)
	if err != nil {
		return nil, err
	}
	// Every format has a way to show related places, or leaves them out.
	if err := model.Analyzer.Flags.Set("related", "true"); err != nil {
		return nil, err
	}
	// The model is asked for too: it tells of its own faults.
	analyzers = append(slices.Clip(analyzers), model.Analyzer)
	reports := driver.Run(prog, analyzers, driver.Options{Progress: progress.count})
	return &outcome{prog.Fset, reports, prog.Problems}, nil
}

// mostProblems bounds what is shown: the first errors of a broken build explain the rest.
const mostProblems = 10

// showProblems says what could not be analysed and reports whether there was anything.
func (o *outcome) showProblems(stderr io.Writer, dir string) bool {
	list := append([]load.Problem(nil), o.unlisted...)
	for _, report := range o.reports {
		list = append(list, report.Problems...)
		if model, ok := report.Results[model.Analyzer].(*model.Result); ok && model.Fault != "" {
			list = append(list, load.Problem{Package: report.Package.Path, Message: model.Fault})
		}
	}
	seen := make(map[string]bool)
	var lines []string
	for _, problem := range list {
		line := strings.TrimPrefix(problem.String(), dir+"/")
		if !seen[line] {
			seen[line] = true
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		if i == mostProblems {
			fmt.Fprintf(stderr, "rllint: and %d more\n", len(lines)-i)
			break
		}
		fmt.Fprintf(stderr, "rllint: %s\n", line)
	}
	return len(lines) > 0
}
