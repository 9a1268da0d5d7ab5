package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/rule"
)

// runExplain prints the documentation of a rule.
func runExplain(args []string, stdout, stderr io.Writer) (int, error) {
	flags := newFlagSet("rllint explain", "rllint explain RULE", stderr)
	if err := parse(flags, args); err != nil {
		return failed, err
	}
	var names []string
	for _, a := range analyzer.Analyzers {
		names = append(names, a.Analyzer.Name)
		if flags.NArg() == 1 && strings.EqualFold(a.Analyzer.Name, flags.Arg(0)) {
			_, err := io.WriteString(stdout, rule.Text(a))
			return clean, err
		}
	}
	if flags.NArg() != 1 {
		return failed, fmt.Errorf("explain takes the name of one rule: %s", strings.Join(names, ", "))
	}
	return failed, fmt.Errorf("there is no rule %q; the rules are %s", flags.Arg(0), strings.Join(names, ", "))
}
