package rl0001

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/directive"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/rule"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"
)

// New returns the rule with its documentation. Directives may name it, RL0002, the others, and
// no other rule.
func New(others ...*lint.Analyzer) *lint.Analyzer {
	names := []string{"RL0001", "RL0002"}
	for _, a := range others {
		names = append(names, a.Analyzer.Name)
	}
	return rule.New(doc, lint.SeverityWarning, &analysis.Analyzer{
		Name:     "RL0001",
		Requires: []*analysis.Analyzer{report.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, d := range pass.ResultOf[report.Analyzer].(*report.Filter).Directives() {
				if problem := malformed(d, names); problem != "" {
					pass.Report(analysis.Diagnostic{Pos: d.Pos, End: d.End, Message: problem})
				}
			}
			return nil, nil
		},
	})
}

// rulePattern is what a rule, or a pattern of rules, looks like.
var rulePattern = regexp.MustCompile(`^(RL[0-9*?\[\]-]*|\*)$`)

// ruleName is what a rule looks like at the start of a reason.
var ruleName = regexp.MustCompile(`^RL\d{4}[,:]?$`)

// malformed says what is wrong with a directive, or "" if nothing is.
func malformed(d *directive.Directive, names []string) string {
	switch d.Form {
	case directive.Nolint:
		return ""
	case directive.Staticcheck:
		if !namesRule(d.Rules) || d.Reason != "" {
			return ""
		}
		return fmt.Sprintf("the directive gives no reason: write //lint:%s %s and why", d.Verb, strings.Join(d.Rules, ","))
	}
	if d.Spaced {
		return fmt.Sprintf("the space makes a plain comment of this directive: write //rllint:%s", d.Verb)
	}
	if d.Verb != "ignore" && d.Verb != "file-ignore" {
		return fmt.Sprintf("there is no directive //rllint:%s: write //rllint:ignore or //rllint:file-ignore", d.Verb)
	}
	if len(d.Rules) == 0 {
		return fmt.Sprintf("the directive names no rule: write //rllint:%s RL1001 and why", d.Verb)
	}
	for _, name := range d.Rules {
		if !rulePattern.MatchString(name) {
			return fmt.Sprintf("%q is no rule of rllint: write //rllint:%s RL1001 and why", name, d.Verb)
		}
		if !exists(name, names) {
			return fmt.Sprintf("there is no rule %s; the rules are %s", name, strings.Join(names, ", "))
		}
	}
	if first, _, _ := strings.Cut(d.Reason, " "); ruleName.MatchString(first) {
		return fmt.Sprintf("the reason starts with a rule: write commas between rules, as in //rllint:%s %s,%s", d.Verb,
			strings.Join(d.Rules, ","), strings.TrimRight(first, ",:"))
	}
	if d.Reason == "" {
		return fmt.Sprintf("the directive gives no reason: write //rllint:%s %s and why", d.Verb, strings.Join(d.Rules, ","))
	}
	return ""
}

func namesRule(rules []string) bool {
	for _, name := range rules {
		if strings.HasPrefix(name, "RL") {
			return true
		}
	}
	return false
}

// exists reports whether a name, or a pattern such as RL1*, is that of a rule.
func exists(pattern string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}
