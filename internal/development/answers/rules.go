package main

import (
	"fmt"
	"strings"

	"github.com/rllint/rllint/analyzer"
)

// counts returns the table of docs/survey.md in Markdown: how many findings each rule has in how many of the programs that ran.
func (d result) counts() string {
	var b strings.Builder
	b.WriteString("| rule | findings | programs |\n|---|---|---|\n")
	for _, a := range analyzer.Analyzers {
		findings, programs := 0, 0
		for _, p := range d.rows {
			if n := p.rules[a.Analyzer.Name]; n > 0 {
				findings, programs = findings+n, programs+1
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d |\n", a.Analyzer.Name, findings, programs)
	}
	return b.String()
}

func (d result) summary(all int) string {
	return fmt.Sprintf("%d of %d programs ran: %d answers are others; of the rest, %d have no checkout and %d no answer",
		len(d.rows), all, d.changed, d.absent, d.failed)
}
