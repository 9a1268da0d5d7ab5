package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/analyzer"
)

// A program is one that was surveyed.
type program struct {
	name, commit string
	part         bool // some of its packages could not be analysed whole
	findings     map[string]int
}

// tables returns the two tables in Markdown: the programs by name, and the rules in their order.
func tables(programs []program) string {
	var b strings.Builder
	programs = slices.Clone(programs)
	slices.SortFunc(programs, func(p, q program) int { return cmp.Compare(p.name, q.name) })
	b.WriteString("| program | commit | analysed |\n|---|---|---|\n")
	for _, p := range programs {
		analysed := "whole"
		if p.part {
			analysed = "in part"
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", p.name, p.commit, analysed)
	}
	b.WriteString("\n| rule | findings | programs |\n|---|---|---|\n")
	for _, a := range analyzer.Analyzers {
		findings, seen := 0, 0
		for _, p := range programs {
			if n := p.findings[a.Analyzer.Name]; n > 0 {
				findings, seen = findings+n, seen+1
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d |\n", a.Analyzer.Name, findings, seen)
	}
	return b.String()
}
