package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/rule"
)

// setupExplain prints the documentation of a rule.
func setupExplain(flags *flag.FlagSet) action {
	return func(stdout, _ io.Writer) (int, error) {
		names := strings.Join(ruleNames(), ", ")
		if flags.NArg() != 1 {
			return failed, fmt.Errorf("explain takes the name of one rule: %s", names)
		}
		for _, a := range analyzer.Analyzers {
			if strings.EqualFold(a.Analyzer.Name, flags.Arg(0)) {
				_, err := io.WriteString(stdout, rule.Text(a))
				return clean, err
			}
		}
		if rule := nearestRule(flags.Arg(0)); rule != "" {
			return failed, fmt.Errorf("there is no rule %q: did you mean %s?", flags.Arg(0), rule)
		}
		return failed, fmt.Errorf("there is no rule %q; the rules are %s", flags.Arg(0), names)
	}
}
