// Package findings turns the diagnostics of a run into what is shown to users:
// sorted, and each once, however many packages reported it.
package findings

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driver"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/load"
)

// A Finding is one place that breaks a rule.
type Finding struct {
	Rule     string // such as "RL1001"
	Package  string // ID of the package it was found in
	Path     string // import path of that package
	Position token.Position
	End      token.Position // not valid if the diagnostic had no end
	Message  string
	URL      string
	Related  []Related
	Fixes    []Fix

	// Controllers names those that the finding is about, sorted, each as often as it is made:
	// "import/path Name", where the name, or else the kind, may be empty.
	Controllers []string
}

// A Related place helps to understand a finding.
type Related = driver.Related

// A Fix is a set of edits that, made together, may remove a finding.
type Fix = driver.Fix

// An Edit replaces the bytes of a file between two offsets.
type Edit = driver.Edit

// Collect returns the findings in the packages that the user named, sorted by
// place, rule and message, without repetition.
func Collect(reports []driver.Report) []Finding {
	var list []Finding
	for _, report := range reports {
		if !report.Package.Named {
			continue
		}
		for _, d := range report.Diagnostics {
			f := newFinding(report.Package, d)
			f.Controllers = d.Subjects
			list = append(list, f)
		}
	}
	return sorted(list)
}

// Unnamed returns the findings in packages of the modules being worked on that the user did
// not name, and that were analysed because those named import them.
func Unnamed(reports []driver.Report) []Finding {
	var list []Finding
	for _, report := range reports {
		if p := report.Package; p.Named || p.Module == nil || !p.Module.Main {
			continue
		}
		for _, d := range report.Diagnostics {
			list = append(list, newFinding(report.Package, d))
		}
	}
	return sorted(list)
}

// Merge returns the findings of two runs as those of one.
func Merge(a, b []Finding) []Finding { return sorted(slices.Concat(a, b)) }

func sorted(list []Finding) []Finding {
	slices.SortStableFunc(list, compare)
	return slices.CompactFunc(list, func(a, b Finding) bool {
		// What several packages come to is found in each of them, by ways of their own.
		return place(a, b) == 0 && (a.Message == b.Message || a.Path != b.Path)
	})
}

func compare(a, b Finding) int { return cmp.Or(place(a, b), cmp.Compare(a.Message, b.Message)) }

// place compares the rules and places of findings.
func place(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Position.Filename, b.Position.Filename),
		cmp.Compare(a.Position.Line, b.Position.Line),
		cmp.Compare(a.Position.Column, b.Position.Column),
		cmp.Compare(a.Rule, b.Rule),
	)
}

func newFinding(pkg *load.Package, d driver.Diagnostic) Finding {
	return Finding{
		Rule:     cmp.Or(d.Category, d.Analyzer),
		Package:  pkg.ID,
		Path:     pkg.Path,
		Position: d.Position,
		End:      d.End,
		Message:  d.Message,
		URL:      d.URL,
		Related:  d.Related,
		Fixes:    d.Fixes,
	}
}

// Names lists controllers, as they stand in a [Finding], for people.
func Names(controllers []string) string {
	var names []string
	for _, c := range controllers {
		pkg, name, _ := strings.Cut(c, " ")
		names = append(names, cmp.Or(name, pkg))
	}
	return strings.Join(names, ", ")
}

// Controllers returns the controllers that a diagnostic of a rule is about, as they stand in a [Finding], from the
// results of the analyzers that ran with it. It is the driver's Options.Subjects.
func Controllers(results map[*analysis.Analyzer]any, rule string, pos token.Pos) []string {
	m, ok := results[model.Analyzer].(*model.Result)
	if !ok {
		return nil
	}
	cause := m.CauseAt(rule, pos)
	if cause == nil {
		return nil
	}
	var names []string
	for _, c := range cause.Reaches {
		names = append(names, c.Package+" "+c.Title())
	}
	slices.Sort(names)
	return names
}
