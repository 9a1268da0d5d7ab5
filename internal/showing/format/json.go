package format

import (
	"encoding/json"
	"go/token"
	"io"

	"github.com/rllint/rllint/internal/showing/findings"
)

// The tree that go vet -json prints: package ID, then rule, then findings.
type (
	jsonTree    map[string]map[string][]jsonFinding
	jsonFinding struct {
		Category string        `json:"category,omitempty"`
		Level    string        `json:"level"`
		Posn     string        `json:"posn"` // "file.go:line:column"
		End      string        `json:"end,omitempty"`
		Message  string        `json:"message"`
		Fixes    []jsonFix     `json:"suggested_fixes,omitempty"`
		Related  []jsonRelated `json:"related,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"` // byte offsets
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end,omitempty"`
		Message string `json:"message"`
	}
)

// JSON writes the tree that go vet -json prints, so that what reads the one reads the other. It has
// one member more, the level.
func JSON(w io.Writer, run Run) error {
	tree := make(jsonTree)
	for _, f := range run.Findings {
		if tree[f.Package] == nil {
			tree[f.Package] = make(map[string][]jsonFinding)
		}
		tree[f.Package][f.Rule] = append(tree[f.Package][f.Rule], newJSONFinding(f))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(tree)
}

func newJSONFinding(f findings.Finding) jsonFinding {
	out := jsonFinding{Category: f.Rule, Level: f.Level.String(), Posn: f.Position.String(), End: position(f.End), Message: f.Message}
	for _, fix := range f.Fixes {
		edits := make([]jsonEdit, len(fix.Edits))
		for i, e := range fix.Edits {
			edits[i] = jsonEdit{e.Position.Filename, e.Position.Offset, e.End.Offset, e.NewText}
		}
		out.Fixes = append(out.Fixes, jsonFix{fix.Message, edits})
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{r.Position.String(), position(r.End), r.Message})
	}
	return out
}

// position is like p.String, but empty where there is no position.
func position(p token.Position) string {
	if !p.IsValid() {
		return ""
	}
	return p.String()
}
