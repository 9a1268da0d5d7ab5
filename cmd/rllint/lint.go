package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/checkout"
	"github.com/rllint/rllint/internal/findings"
	"github.com/rllint/rllint/internal/format"
	"github.com/rllint/rllint/internal/settings"
)

// A linting is the command without a subcommand, which reports findings, with its flags.
type linting struct {
	in            *input
	rules         ruleFlags
	output        *output
	fixing        *fixing
	baseline      string
	writeBaseline bool
}

func setupLint(flags *flag.FlagSet) action {
	l := &linting{in: registerInput(flags), rules: newRuleFlags(flags), output: registerOutput(flags), fixing: registerFixing(flags)}
	flags.StringVar(&l.baseline, "baseline", "", "show only findings that are not in `file`")
	flags.BoolVar(&l.writeBaseline, "write-baseline", false, "write the findings to the file of -baseline instead of showing them")
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
	show, err := l.output.prepare(stdout)
	if err != nil {
		return failed, err
	}
	if l.writeBaseline && (l.fixing.diff || l.fixing.write) {
		return failed, errors.New("-write-baseline goes with neither -fix nor -diff: fix first, and then write down what is left")
	}
	if err := l.in.enter(); err != nil {
		return failed, err
	}
	old, err := readBaseline(l.baseline, l.writeBaseline)
	if err != nil {
		return failed, err
	}
	analyze := func() (*outcome, error) { return l.in.analyze(l.rules.enabled, stderr) }
	switch {
	case l.fixing.diff:
		return l.showDiff(old, stdout, stderr)
	case l.fixing.write:
		analyze = func() (*outcome, error) { return l.fix(old, stderr) }
	}
	outcome, err := analyze()
	if err != nil {
		return failed, err
	}
	if l.writeBaseline {
		return writeBaseline(l.baseline, outcome.findings, outcome.showProblems(stderr, l.in.dir), stderr)
	}
	list := l.shown(old, outcome, stderr)
	if err := show(l.result(outcome, list)); err != nil {
		return failed, fmt.Errorf("cannot write the findings: %w", err)
	}
	incomplete := outcome.showProblems(stderr, l.in.dir)
	io.WriteString(stderr, count(list))
	io.WriteString(stderr, elsewhere(outcome.unnamed, l.in.dir))
	switch {
	case incomplete:
		return failed, nil
	case len(list) > 0:
		return found, nil
	}
	return clean, nil
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

// count says for people how many findings of each rule there are, and where to read on.
func count(list []findings.Finding) string {
	if len(list) == 0 {
		return ""
	}
	number := make(map[string]int)
	for _, f := range list {
		number[f.Rule]++
	}
	var parts []string
	most := ""
	for _, rule := range ruleNames() {
		if number[rule] == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%d %s", number[rule], rule))
		if number[rule] > number[most] {
			most = rule
		}
	}
	noun := "findings"
	if len(list) == 1 {
		noun = "finding"
	}
	return fmt.Sprintf("rllint: %d %s (%s)%s; what a rule means: rllint explain %s\n", len(list), noun, strings.Join(parts, ", "), concerned(list), most)
}

// concerned says how many controllers the findings are about.
func concerned(list []findings.Finding) string {
	// A finding names a controller as often as it is made, and several findings name the same.
	times := make(map[string]int)
	for _, f := range list {
		here := make(map[string]int)
		for _, c := range f.Controllers {
			here[c]++
			times[c] = max(times[c], here[c])
		}
	}
	sum := 0
	for _, n := range times {
		sum += n
	}
	switch sum {
	case 0:
		return ""
	case 1:
		return " about 1 controller"
	}
	return fmt.Sprintf(" about %d controllers", sum)
}

// A ruleFlags holds one flag a rule, with the meaning go vet gives them:
// -RL1001 runs only the rules so named, -RL1001=false all but those.
type ruleFlags struct {
	flags  *flag.FlagSet
	rules  map[string]*bool
	preset *presetFlag
}

// A presetFlag is the name of a set of rules. It comes before what the settings say of rules.
type presetFlag struct {
	name  string
	rules settings.Rules
}

func (p *presetFlag) String() string { return p.name }

func (p *presetFlag) Set(name string) (err error) {
	p.name = name
	p.rules, err = settings.Preset(name)
	return err
}

func newRuleFlags(flags *flag.FlagSet) ruleFlags {
	r := ruleFlags{flags, make(map[string]*bool), new(presetFlag)}
	flags.Var(r.preset, "rules", "run a `set` of rules: limits for programs with a max-reconcile-rate, operator for all others, or all, which is the default")
	for _, a := range analyzer.Analyzers {
		name := a.Analyzer.Name
		r.rules[name] = flags.Bool(name, true, "run only the rules so named; with =false, leave this one out: "+a.Doc.Title)
	}
	return r
}

// enabled returns the rules to run. Flags come before what the settings say.
func (r ruleFlags) enabled(of settings.Rules) []*analysis.Analyzer {
	wanted, unwanted := make(map[string]bool), make(map[string]bool)
	r.flags.Visit(func(f *flag.Flag) {
		switch value := r.rules[f.Name]; {
		case value == nil:
		case *value:
			wanted[f.Name] = true
		default:
			unwanted[f.Name] = true
		}
	})
	if r.preset.rules != nil {
		of = r.preset.rules
	}
	var list []*analysis.Analyzer
	for _, a := range analyzer.Plain() {
		on, set := of[a.Name]
		switch {
		case unwanted[a.Name]:
		case len(wanted) > 0 && !wanted[a.Name]:
		case set && !on && !wanted[a.Name]:
		default:
			list = append(list, a)
		}
	}
	return list
}
