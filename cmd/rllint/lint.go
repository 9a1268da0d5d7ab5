package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/format"
	"github.com/rllint/rllint/internal/showing/inventory"
)

// A linting is the command without a subcommand, which reports findings, with its flags.
type linting struct {
	in            *input
	rules         *ruleFlags
	output        *output
	fixing        *fixing
	baseline      string
	writeBaseline bool
	newFrom       string      // revision since which lines were changed, "" to show all
	fail          level.Level // findings of this level or a higher one make the exit code 1
}

func setupLint(flags *flag.FlagSet) action {
	l := &linting{in: registerInput(flags, settings.Told...), rules: newRuleFlags(flags), output: registerOutput(flags),
		fixing: registerFixing(flags)}
	flags.StringVar(&l.baseline, "baseline", "", "show only findings that are not in `file`")
	flags.BoolVar(&l.writeBaseline, "write-baseline", false, "write the findings to the file of -baseline instead of showing them")
	flags.StringVar(&l.newFrom, "new-from", "", "show only findings in lines, or about controllers in lines, that were changed since "+
		"`revision`")
	l.fail = level.Warning
	flags.Var(&l.fail, "fail", "exit with 1 if there is a finding of this `level` or higher: "+strings.Join(level.Names, ", "))
	showVersion := flags.Bool("version", false, "print the version and exit")
	return func(stdout, stderr io.Writer) (int, error) {
		if *showVersion {
			_, err := fmt.Fprintln(stdout, versionLine())
			return clean, err
		}
		return l.run(stdout, stderr)
	}
}

func (l *linting) run(stdout, stderr io.Writer) (int, error) {
	l.output.all = l.output.all || l.rules.named()
	if err := l.rules.complete(); err != nil {
		return failed, err
	}
	l.output.notes = l.fail == level.Note || given(l.in.flags, "level")
	show, err := l.output.prepare(stdout)
	if err != nil {
		return failed, err
	}
	if l.writeBaseline && (l.fixing.diff != noFixes || l.fixing.write != noFixes) {
		return failed, errors.New("-write-baseline cannot be used with -fix or -diff: fix first, then write the baseline")
	}
	if err := l.in.enter(); err != nil {
		return failed, err
	}
	if l.writeBaseline && l.newFrom != "" {
		return failed, errors.New("-write-baseline cannot be used with -new-from: a baseline holds all findings")
	}
	workers := l.fixing.write == workersFixes || l.fixing.diff == workersFixes
	if err := model.Analyzer.Flags.Set("workers", strconv.FormatBool(workers)); err != nil {
		return failed, err
	}
	if _, err := l.changed(); err != nil {
		return failed, err
	}
	old, err := readBaseline(l.baseline, l.writeBaseline)
	if err != nil {
		return failed, err
	}
	analyze := func() (*outcome, error) { return l.in.analyze(l.rules.enabled, stderr) }
	switch {
	case l.fixing.diff != noFixes:
		return l.showDiff(old, stdout, stderr)
	case l.fixing.write != noFixes:
		analyze = func() (*outcome, error) { return l.fix(old, stderr) }
	}
	outcome, err := analyze()
	if err != nil {
		return failed, err
	}
	if l.writeBaseline {
		defer func() { l.end(outcome, nil, stderr) }()
		return writeBaseline(l.baseline, outcome.findings, outcome.showProblems(stderr, l.in.dir), stderr)
	}
	list := l.shown(old, outcome, stderr)
	if err := show(l.result(outcome, list)); err != nil {
		return failed, fmt.Errorf("cannot write the findings: %w", err)
	}
	incomplete := outcome.showProblems(stderr, l.in.dir)
	fixes := 0
	if l.fixing.write == noFixes {
		fixes = len(l.plan(withoutNotes(list), outcome, time.Time{}).Made)
	}
	io.WriteString(stderr, summary(list, fixes, l.output.hidesNotes()))
	io.WriteString(stderr, elsewhere(outcome.unnamed, l.in.dir))
	l.end(outcome, list, stderr)
	switch {
	case incomplete:
		return failed, nil
	case slices.ContainsFunc(list, func(f findings.Finding) bool { return f.Level >= l.fail }):
		return found, nil
	}
	return clean, nil
}

// end says what was looked at, which of the findings shown does not tell.
func (l *linting) end(o *outcome, shown []findings.Finding, stderr io.Writer) {
	io.WriteString(stderr, l.in.otherModules())
	found := ""
	switch {
	case len(o.findings) == 0:
		found = "; no findings"
	case len(shown) == 0 && !l.writeBaseline:
		found = "; no new findings"
	}
	o.judged(inventory.Collect(o.reports, "")).write(stderr, found)
}

// ruleLevels returns the levels that rules have of their own.
func ruleLevels() level.Map {
	levels := make(level.Map)
	for _, a := range analyzer.Analyzers {
		levels[a.Analyzer.Name] = level.Of(a.Doc.Severity)
	}
	return levels
}

// result is what the formats show.
func (l *linting) result(o *outcome, list []findings.Finding) format.Run {
	root := checkout.Root(l.in.dir)
	run := format.Run{
		Dir:      l.in.dir,
		Root:     root,
		Version:  version(),
		Rules:    analyzer.Analyzers,
		Findings: list,
		Problems: o.problems(),
	}
	if l.output.wantsSARIF() {
		run.Source, _ = checkout.VersionOf(context.Background(), root)
	}
	return run
}

// A ruleFlags holds one flag a rule, with the meaning go vet gives them:
// -RL1001 runs only the rules so named, -RL1001=false all but those.
type ruleFlags struct {
	flags  *flag.FlagSet
	rules  map[string]*bool
	set    string         // the name of a set of rules, "" if none is asked for
	preset settings.Rules // those of the set: they come before what the settings say of rules
}

func newRuleFlags(flags *flag.FlagSet) *ruleFlags {
	r := &ruleFlags{flags: flags, rules: make(map[string]*bool)}
	flags.Func("rules", "run a `set` of rules: limits for programs with a max-reconcile-rate, operator for all others, or all, "+
		"which is the default; -rules=all also shows every finding in the text, and those of -possible-errors", func(name string) (err error) {
		r.set = name
		r.preset, err = settings.Preset(name)
		return err
	})
	for _, a := range analyzer.Analyzers {
		name := a.Analyzer.Name
		r.rules[name] = flags.Bool(name, true, "run only the rules named; with =false, leave this one out: "+a.Doc.Title)
	}
	return r
}

// named reports whether the user has named rules to run. Who does wants to see each of their findings.
func (r *ruleFlags) named() bool {
	return given(r.flags, "rules") || r.wanted()
}

// wanted reports whether a rule is named that is to run.
func (r *ruleFlags) wanted() bool {
	wanted := false
	r.flags.Visit(func(f *flag.Flag) { wanted = wanted || r.rules[f.Name] != nil && *r.rules[f.Name] })
	return wanted
}

// complete turns on what is off in a rule unless it is asked for, if the user asks for all rules.
func (r *ruleFlags) complete() error {
	if r.set != "all" || given(r.flags, "possible-errors") {
		return nil
	}
	return r.flags.Set("possible-errors", "true")
}

// enabled returns the rules to run. Flags come before what the settings say.
func (r *ruleFlags) enabled(of settings.Rules) []*analysis.Analyzer {
	if r.preset != nil {
		of = r.preset
	}
	others := !r.wanted()
	return slices.DeleteFunc(analyzer.Plain(), func(a *analysis.Analyzer) bool {
		if given(r.flags, a.Name) {
			return !*r.rules[a.Name]
		}
		on, set := of[a.Name]
		return !others || set && !on
	})
}
