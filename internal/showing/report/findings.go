package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
)

// A Finding is what a rule says about the program.
type Finding struct {
	ID      string `json:"id"` // within the report
	Rule    string `json:"rule"`
	Title   string `json:"title"` // of the rule
	Level   string `json:"level"`
	Message string `json:"message"`
	URL     string `json:"url"`
	At      Place  `json:"at"`

	about, reason string // names the controllers, and is equal where the same is said of others
}

// A Verdict says in short what was found.
type Verdict struct {
	Count string   `json:"count"` // such as "3 warnings", "" if nothing was found
	Worst *Finding `json:"worst"` // nil if nothing was found
	Fixes int      `json:"fixes"` // findings that rllint -fix fixes
}

// findings returns what was found, the worst first, and by controller, each as "import/path title".
func (in Input) findings() (list []Finding, about map[string][]Finding, v Verdict) {
	sorted := slices.Clone(in.Findings)
	slices.SortStableFunc(sorted, func(a, b findings.Finding) int {
		return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(findings.Rank(a), findings.Rank(b)),
			cmp.Compare(len(b.Controllers), len(a.Controllers)))
	})
	about = make(map[string][]Finding)
	v.Fixes = in.Fixes
	byLevel := make(map[level.Level]int)
	list = []Finding{}
	for i, f := range sorted {
		byLevel[f.Level]++
		shown := Finding{fmt.Sprintf("f%d", i+1), f.Rule, in.RuleTitles[f.Rule], f.Level.String(), f.Message, f.URL,
			in.Links.place(in.Links.relative(f.Position.Filename), f.Position.Line), findings.Names(f.Controllers), findings.Reason(f)}
		list = append(list, shown)
		for _, c := range slices.Compact(slices.Clone(f.Controllers)) {
			about[c] = append(about[c], shown)
		}
	}
	var counts []string
	for l := level.Error; l >= level.Note; l-- {
		if n := byLevel[l]; n > 0 {
			counts = append(counts, plural(n, l.String()))
		}
	}
	v.Count = strings.Join(counts, ", ")
	if len(list) > 0 {
		v.Worst = &list[0]
	}
	return list, about, v
}
