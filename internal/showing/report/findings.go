package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/checkout"
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
	Begin string   `json:"begin"` // what the finding to begin with is about
	Worst *Finding `json:"worst"` // the worst about what the report begins with, else the worst of all; nil if nothing was found
	Fixes int      `json:"fixes"` // findings that rllint -fix fixes
	Todo  string   `json:"todo"`  // with commands in backquotes

	faults int // findings that are no notes
}

// partOf is the part of a program that the findings of a rule are about: "whole program" for all of them.
var partOf = map[string]string{"RL1000": "whole program", "RL1002": "middleware", "RL1005": "middleware", "RL1006": "middleware",
	"RL1007": "middleware", "RL1003": "workers", "RL4003": "workers",
	"RL1004": "client", "RL5001": "client", "RL5002": "client", "RL5003": "client"}

// findings returns what was found, the worst first, and by controller, each as "import/path title". The verdict begins with a finding
// about a part of the program, if there is one.
func (in Input) findings(part string) (list []Finding, about map[string][]Finding, v Verdict) {
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
			in.Links.place(checkout.Name(in.Links.Root, f.Position.Filename), f.Position.Line), findings.Names(f.Controllers), findings.Reason(f)}
		list = append(list, shown)
		for _, c := range slices.Compact(slices.Clone(f.Controllers)) {
			about[c] = append(about[c], shown)
		}
	}
	var counts []string
	v.faults = byLevel[level.Error] + byLevel[level.Warning]
	for l := level.Error; l >= level.Note; l-- {
		if n := byLevel[l]; n > 0 {
			counts = append(counts, plural(n, l.String()))
		}
	}
	v.Count = strings.Join(counts, ", ")
	if len(list) == 0 {
		return list, about, v
	}
	v.Begin, v.Worst = "The worst", &list[0]
	if i := slices.IndexFunc(list, func(f Finding) bool { return partOf[f.Rule] == part || f.Rule == "RL1000" }); i >= 0 && part != "" {
		v.Begin, v.Worst = "About the "+partOf[list[i].Rule], &list[i]
	} else if part != "" {
		v.Begin = "None is about the " + part + ". The worst"
	}
	return list, about, v
}
