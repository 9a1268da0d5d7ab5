package main

import (
	"flag"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/findings"
	"github.com/rllint/rllint/internal/format"
	"github.com/rllint/rllint/internal/sourcetext"
)

// runLint is the command without a subcommand: it reports findings.
func runLint(args []string, stdout, stderr io.Writer) (int, error) {
	flags := newFlagSet("rllint", "rllint [flags] [packages]", stderr)
	var (
		in          = registerInput(flags)
		rules       = newRuleFlags(flags)
		formatName  = flags.String("f", "text", "write findings as `format`: "+formatList())
		jsonOutput  = flags.Bool("json", false, "the same as -f json")
		known       = flags.String("baseline", "", "show only findings that are not in `file`")
		writeKnown  = flags.Bool("write-baseline", false, "write the findings to the file of -baseline instead of showing them")
		showVersion = flags.Bool("version", false, "print the version and exit")
	)
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
	old, err := readBaseline(*known, *writeKnown)
	if err != nil {
		return failed, err
	}
	file, err := in.readSettings()
	if err != nil {
		return failed, err
	}
	outcome, err := in.analyze(rules.enabled(file.Rules), stderr)
	if err != nil {
		return failed, err
	}
	list := findings.Collect(outcome.fset, outcome.reports)
	if *writeKnown {
		return writeBaseline(*known, list, outcome.showProblems(stderr, in.dir), stderr)
	}
	if old != nil {
		list = old.New(list, new(sourcetext.Files))
	}
	result := format.Run{Dir: in.dir, Root: root(in.dir), Version: version(), Rules: analyzer.Analyzers, Findings: list}
	if err := write(stdout, result); err != nil {
		return failed, fmt.Errorf("cannot write the findings: %w", err)
	}
	switch {
	case outcome.showProblems(stderr, in.dir):
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

// enabled returns the rules to run. Flags come before what the settings say.
func (r ruleFlags) enabled(settings map[string]bool) []*analysis.Analyzer {
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
		on, set := settings[a.Name]
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
