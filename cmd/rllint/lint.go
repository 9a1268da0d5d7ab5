package main

import (
	"flag"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/findings"
	"github.com/rllint/rllint/internal/format"
)

// runLint is the command without a subcommand: it reports findings.
func runLint(args []string, stdout, stderr io.Writer) (int, error) {
	flags := newFlagSet("rllint", "rllint [flags] [packages]", stderr)
	var (
		loading     loadFlags
		rules       = newRuleFlags(flags)
		formatName  = flags.String("f", "text", "write findings as `format`: "+formatList())
		jsonOutput  = flags.Bool("json", false, "the same as -f json")
		showVersion = flags.Bool("version", false, "print the version and exit")
	)
	loading.register(flags)
	if err := parse(flags, args); err != nil {
		return failed, err
	}
	if *showVersion {
		_, err := fmt.Fprintln(stdout, versionLine())
		return clean, err
	}
	if *jsonOutput {
		*formatName = "json"
	}
	write, err := format.Lookup(*formatName)
	if err != nil {
		return failed, err
	}
	dir, err := workingDirectory()
	if err != nil {
		return failed, err
	}

	analysis, err := analyze(loading, rules.enabled(), flags.Args(), stderr)
	if err != nil {
		return failed, err
	}
	list := findings.Collect(analysis.fset, analysis.reports)
	result := format.Run{Dir: dir, Version: version(), Rules: analyzer.Analyzers, Findings: list}
	if err := write(stdout, result); err != nil {
		return failed, fmt.Errorf("cannot write the findings: %w", err)
	}
	switch {
	case analysis.showProblems(stderr, dir):
		return failed, nil
	case len(list) > 0:
		return found, nil
	}
	return clean, nil
}

// A ruleFlags holds one flag a rule, with the meaning go vet gives them:
// -RL1001 runs only the rules so named, -RL1001=false all but those.
type ruleFlags struct {
	flags *flag.FlagSet
	rules map[string]*bool
}

func newRuleFlags(flags *flag.FlagSet) ruleFlags {
	r := ruleFlags{flags, make(map[string]*bool)}
	for _, a := range analyzer.Analyzers {
		name := a.Analyzer.Name
		r.rules[name] = flags.Bool(name, true, "run only the rules so named; with =false, leave this one out: "+a.Doc.Title)
	}
	return r
}

func (r ruleFlags) enabled() []*analysis.Analyzer {
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
	var list []*analysis.Analyzer
	for _, a := range analyzer.Plain() {
		if unwanted[a.Name] || len(wanted) > 0 && !wanted[a.Name] {
			continue
		}
		list = append(list, a)
	}
	return list
}
