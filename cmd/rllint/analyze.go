package main

import (
	"context"
	"flag"
	"fmt"
	"go/token"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer/known"
	"github.com/rllint/rllint/internal/driver"
	"github.com/rllint/rllint/internal/load"
)

// loadFlags say which files are analysed.
type loadFlags struct {
	tests bool
	tags  string
}

func (l *loadFlags) register(flags *flag.FlagSet) {
	flags.BoolVar(&l.tests, "tests", false, "analyse _test.go files too")
	flags.StringVar(&l.tags, "tags", "", "comma-separated `list` of build tags")
}

// An outcome is what one run of the analyzers gave.
type outcome struct {
	fset     *token.FileSet
	reports  []driver.Report
	unlisted []load.Problem
}

// analyze loads the packages and runs the analyzers over them.
func analyze(flags loadFlags, analyzers []*analysis.Analyzer, patterns []string, stderr io.Writer) (*outcome, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	cfg := load.Config{Tests: flags.tests, Matters: matters}
	if flags.tags != "" {
		cfg.BuildFlags = []string{"-tags=" + flags.tags}
	}
	progress := newProgress(stderr)
	defer progress.clear()
	progress.show("loading packages")
	prog, err := load.Load(context.Background(), cfg, patterns...)
	if err != nil {
		return nil, err
	}
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

// matters reports whether a dependency with these direct imports is needed from
// source, whatever is learnt from what it imports.
func matters(path string, imports []string) bool {
	return known.Matters(path, imports, func(string) bool { return false })
}
