package model

import (
	"cmp"
	"slices"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/report"
)

func (a *packageAnalysis) directives() *report.Filter {
	return a.pass.ResultOf[report.Analyzer].(*report.Filter)
}

// suppressions returns the package's own directives about rules of controllers.
func (a *packageAnalysis) suppressions() []suppression {
	var list []suppression
	name := modules.FileNamer(a.pass)
	for _, d := range a.directives().Directives() {
		s := suppression{File: name(d.File), From: d.From, To: d.To}
		for _, attr := range judge.All() {
			if d.Names(attr.Rule) {
				s.Rules = append(s.Rules, attr.Rule)
			}
		}
		if d.From <= d.To && len(s.Rules) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// suppressed reports whether a directive at a controller suppresses findings about an attribute.
func (a *packageAnalysis) suppressed(s Site, attr *judge.Attribute) bool {
	return slices.ContainsFunc(a.suppresses, func(d suppression) bool {
		return d.File == s.File && d.From <= s.Line && s.Line <= d.To && slices.Contains(d.Rules, attr.Rule)
	})
}

// sortSuppressions sorts them and drops those that came by several ways.
func sortSuppressions(list []suppression) []suppression {
	compare := func(a, b suppression) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), slices.Compare(a.Rules, b.Rules))
	}
	slices.SortFunc(list, compare)
	return slices.CompactFunc(list, func(a, b suppression) bool { return compare(a, b) == 0 })
}
