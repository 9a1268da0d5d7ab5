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
type Related struct {
	Position token.Position
	End      token.Position
	Message  string
}

// A Fix is a set of edits that, made together, may remove a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes of a file between two offsets.
type Edit struct {
	Position, End token.Position // as in the file on disk: line directives do not count
	NewText       string
}

// Collect returns the findings in the packages that the user named, sorted by
// place, rule and message, without repetition.
func Collect(fset *token.FileSet, reports []driver.Report) []Finding {
	var list []Finding
	for _, report := range reports {
		if !report.Package.Named {
			continue
		}
		for _, d := range report.Diagnostics {
			f := newFinding(fset, report.Package, d)
			if m, ok := report.Results[model.Analyzer].(*model.Result); ok {
				f.Controllers = controllers(m.CauseAt(f.Rule, d.Pos))
			}
			list = append(list, f)
		}
	}
	return sorted(list)
}

// Unnamed returns the findings in packages of the modules being worked on that the user did
// not name, and that were analysed because those named import them.
func Unnamed(fset *token.FileSet, reports []driver.Report) []Finding {
	var list []Finding
	for _, report := range reports {
		if p := report.Package; p.Named || p.Module == nil || !p.Module.Main {
			continue
		}
		for _, d := range report.Diagnostics {
			list = append(list, newFinding(fset, report.Package, d))
		}
	}
	return sorted(list)
}

// Merge returns the findings of two runs as those of one.
func Merge(a, b []Finding) []Finding { return sorted(slices.Concat(a, b)) }

func sorted(list []Finding) []Finding {
	slices.SortStableFunc(list, compare)
	return slices.CompactFunc(list, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Position.Filename, b.Position.Filename),
		cmp.Compare(a.Position.Line, b.Position.Line),
		cmp.Compare(a.Position.Column, b.Position.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
	)
}

func newFinding(fset *token.FileSet, pkg *load.Package, d driver.Diagnostic) Finding {
	rule := d.Category
	if rule == "" {
		rule = d.Analyzer.Name
	}
	f := Finding{
		Rule:     rule,
		Package:  pkg.ID,
		Path:     pkg.Path,
		Position: fset.Position(d.Pos),
		Message:  d.Message,
		URL:      cmp.Or(d.URL, d.Analyzer.URL),
	}
	if d.End.IsValid() {
		f.End = fset.Position(d.End)
	}
	for _, r := range d.Related {
		related := Related{Position: fset.Position(r.Pos), Message: r.Message}
		if r.End.IsValid() {
			related.End = fset.Position(r.End)
		}
		f.Related = append(f.Related, related)
	}
	for _, fix := range d.SuggestedFixes {
		f.Fixes = append(f.Fixes, newFix(fset, fix))
	}
	return f
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

func controllers(cause *model.Cause) []string {
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

func newFix(fset *token.FileSet, fix analysis.SuggestedFix) Fix {
	out := Fix{Message: fix.Message}
	for _, edit := range fix.TextEdits {
		end := edit.End
		if !end.IsValid() {
			end = edit.Pos
		}
		out.Edits = append(out.Edits, Edit{
			Position: fset.PositionFor(edit.Pos, false),
			End:      fset.PositionFor(end, false),
			NewText:  string(edit.NewText),
		})
	}
	return out
}
