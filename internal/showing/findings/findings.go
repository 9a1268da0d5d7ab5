// Package findings turns the diagnostics of a run into what is shown to users:
// sorted, and each once, however many packages reported it.
package findings

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/model"
)

// A Finding is one place that breaks a rule.
type Finding struct {
	Rule     string // such as "RL1001"
	Level    level.Level
	Package  string // ID of the package it was found in
	Path     string // import path of that package
	Position token.Position
	End      token.Position // not valid if the diagnostic had no end
	Message  string
	URL      string
	Related  []Related
	Fixes    []Fix
	// Withheld says why a fix is not made that there could be, to complete a sentence that begins with "the fix is not
	// made"; "" if that is not so.
	Withheld string

	// Controllers names those that the finding is about, sorted, each as often as it is made:
	// "import/path Name", where the name, or else the kind, may be empty.
	Controllers []string
	// Form is the verdict that the finding is about, the reconciler that waits, the place where a client is made, or "" for a
	// finding about none of these.
	Form judge.Verdict

	conditions string // of the fixes, as [Conditions] has them
}

// A Related place helps to understand a finding.
type Related = driver.Related

// A Fix is a set of edits that, made together, may remove a finding.
type Fix = driver.Fix

// An Edit replaces the bytes of a file between two offsets.
type Edit = driver.Edit

// Collect returns the findings in the packages that the user named, sorted by
// place, rule and message, without repetition. The levels are the rules' own.
func Collect(reports []driver.Report, levels level.Map) []Finding {
	return collect(reports, levels, func(p *load.Package) bool { return p.Named })
}

// Unnamed returns the findings in packages of the modules being worked on that the user did
// not name, and that were analysed because those named import them.
func Unnamed(reports []driver.Report, levels level.Map) []Finding {
	return collect(reports, levels, func(p *load.Package) bool { return !p.Named && p.Module != nil && p.Module.Main })
}

func collect(reports []driver.Report, levels level.Map, among func(*load.Package) bool) []Finding {
	var list []Finding
	voices := newVoices(reports)
	for _, report := range reports {
		if !among(report.Package) {
			continue
		}
		for _, d := range report.Diagnostics {
			if voices.overruled(report.Package, d) {
				continue
			}
			d.Message = voices.named(report.Package, d)
			list = append(list, newFinding(report.Package, d, levels))
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

func newFinding(pkg *load.Package, d driver.Diagnostic, levels level.Map) Finding {
	rule, own := level.Split(category(d))
	return Finding{
		Rule:     rule,
		Level:    cmp.Or(own, levels[rule], level.Warning),
		Package:  pkg.ID,
		Path:     pkg.Path,
		Position: d.Position,
		End:      d.End,
		Message:  d.Message,
		URL:      d.URL,
		Related:  d.Related,
		Fixes:    d.Fixes,

		Controllers: d.Subjects,
		Form:        judge.Verdict(d.Form),
		conditions:  d.Conditions,
	}
}

func category(d driver.Diagnostic) string { return cmp.Or(d.Category, d.Analyzer) }

// Names lists controllers, as they stand in a [Finding], for people.
func Names(controllers []string) string {
	var names []string
	for _, c := range controllers {
		pkg, name, _ := strings.Cut(c, " ")
		names = append(names, cmp.Or(name, pkg))
	}
	return strings.Join(names, ", ")
}

// Controllers returns the controllers that a diagnostic of a category is about, and its form, as they stand in a [Finding],
// from the results of the analyzers that ran with it. It is the driver's Options.Subjects.
func Controllers(results map[*analysis.Analyzer]any, category string, pos token.Pos) (controllers []string, form string) {
	rule, _ := level.Split(category)
	m, ok := results[model.Analyzer].(*model.Result)
	if !ok {
		return nil, ""
	}
	cause := m.CauseAt(rule, pos)
	if cause == nil {
		return nil, waits(results, rule, pos)
	}
	for _, c := range cause.Reaches {
		controllers = append(controllers, subject(c))
	}
	slices.Sort(controllers)
	if rule == judge.Requests.Rule {
		return controllers, cause.Made.String()
	}
	return controllers, string(cause.Verdict)
}

// waits returns the reconciler that a finding about a wait is about, "" for any other finding.
func waits(results map[*analysis.Analyzer]any, rule string, pos token.Pos) string {
	b, ok := results[blocking.Analyzer].(*blocking.Result)
	if !ok || rule != blocking.Rule {
		return ""
	}
	if i := slices.IndexFunc(b.Waits, func(w blocking.Found) bool { return w.Pos == pos }); i >= 0 {
		return b.Waits[i].Reconciler
	}
	return ""
}

// subject is a controller as it stands in a [Finding].
func subject(c *model.Controller) string { return c.Package + " " + c.Title() }
