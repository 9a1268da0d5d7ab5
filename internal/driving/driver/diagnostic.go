package driver

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A Diagnostic is what an analyzer reported, at places that need no file set to be understood.
type Diagnostic struct {
	Analyzer string // name of the analyzer that reported it
	Category string // as the analyzer set it
	URL      string // its own or the analyzer's
	Message  string
	Position token.Position
	End      token.Position // not valid if it has no end
	Related  []Related
	Fixes    []Fix
	Subjects []string // as Options.Subjects has them
	Form     string   // likewise

	Conditions string // of the fixes, as Options.Conditions has them
}

// A Related place helps to understand a diagnostic.
type Related struct {
	Position token.Position
	End      token.Position // not valid if it has no end
	Message  string
}

// A Fix is a set of edits that are made together.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes of a file between two offsets.
type Edit struct {
	Position, End token.Position // as in the file on disk: line directives do not count
	NewText       string
}

// A reported is a diagnostic as the analyzer made it.
type reported struct {
	analysis.Diagnostic
	analyzer *analysis.Analyzer
}

func (d reported) resolve(fset *token.FileSet) Diagnostic {
	out := Diagnostic{
		Analyzer: d.analyzer.Name,
		Category: d.Category,
		URL:      cmp.Or(d.URL, d.analyzer.URL),
		Message:  d.Message,
		Position: fset.Position(d.Pos),
		End:      fset.Position(d.End),
	}
	for _, r := range d.Related {
		out.Related = append(out.Related, Related{fset.Position(r.Pos), fset.Position(r.End), r.Message})
	}
	for _, fix := range d.SuggestedFixes {
		f := Fix{Message: fix.Message}
		for _, edit := range fix.TextEdits {
			end := edit.End
			if !end.IsValid() {
				end = edit.Pos
			}
			f.Edits = append(f.Edits, Edit{fset.PositionFor(edit.Pos, false), fset.PositionFor(end, false), string(edit.NewText)})
		}
		out.Fixes = append(out.Fixes, f)
	}
	return out
}

// sortByPlace sorts diagnostics of one package.
func sortByPlace(list []Diagnostic) {
	slices.SortStableFunc(list, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Position.Filename, b.Position.Filename), cmp.Compare(a.Position.Offset, b.Position.Offset),
			cmp.Compare(a.Analyzer, b.Analyzer), cmp.Compare(a.Message, b.Message))
	})
}
