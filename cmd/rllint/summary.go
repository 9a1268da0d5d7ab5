package main

import (
	"fmt"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
)

// summary says for people how many findings of each level and rule there are, and what to do next: make fixes,
// where -fix would make some, look at the notes, where they are hidden, or read on.
func summary(list []findings.Finding, fixes int, hidden bool) string {
	if len(list) == 0 {
		return ""
	}
	byRule, byShown, byLevel := make(map[string]int), make(map[string]int), make(map[level.Level]int)
	for _, f := range list {
		byRule[f.Rule]++
		byLevel[f.Level]++
	}
	shown := list
	if plain := withoutNotes(list); hidden && len(plain) > 0 {
		shown = plain
	}
	for _, f := range shown {
		byShown[f.Rule]++
	}
	var levels, rules []string
	for l := level.Error; l >= level.Note; l-- {
		if n := byLevel[l]; n > 0 {
			levels = append(levels, printable.Number(n, l.String()))
		}
	}
	most := ""
	for _, rule := range ruleNames() {
		if byRule[rule] == 0 {
			continue
		}
		rules = append(rules, fmt.Sprintf("%d %s", byRule[rule], rule))
		if byShown[rule] > byShown[most] {
			most = rule
		}
	}
	text := fmt.Sprintf("rllint: %s (%s)%s; what a rule means: rllint explain %s\n", strings.Join(levels, ", "), strings.Join(rules, ", "),
		concerned(list), most)
	if fixes > 0 {
		text += fmt.Sprintf("rllint: %d of %s can be fixed: rllint -fix\n", fixes, printable.Number(len(list), "finding"))
	}
	if n := byLevel[level.Note]; hidden && n > 0 {
		text += fmt.Sprintf("rllint: %s not shown: rllint -level=note\n", isOrAre(n, "note"))
	}
	return text
}

// isOrAre is a number of things, and what they are.
func isOrAre(n int, noun string) string {
	if n == 1 {
		return printable.Number(n, noun) + " is"
	}
	return printable.Number(n, noun) + " are"
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
	if sum == 0 {
		return ""
	}
	return " about " + printable.Number(sum, "controller")
}
