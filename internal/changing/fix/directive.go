package fix

import (
	"bytes"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Remove suggests to remove a comment, with its line if nothing else is on it, else with the space
// before it. Whoever makes the fix formats the file, and so drops an empty line too many.
func (x *Fixer) Remove(start, end token.Pos) []analysis.SuggestedFix {
	p, ok := x.at(start)
	if !ok {
		return nil
	}
	before := bytes.TrimRight(p.source[:p.offset(start)], " \t")
	rest, _, _ := bytes.Cut(p.source[p.offset(end):], []byte("\n"))
	if bytes.HasSuffix(before, []byte("\n")) && len(bytes.TrimSpace(rest)) == 0 {
		end = min(end+token.Pos(len(rest)+1), p.file.FileEnd)
	}
	return []analysis.SuggestedFix{{
		Message: "remove the directive", TextEdits: []analysis.TextEdit{{Pos: p.file.FileStart + token.Pos(len(before)), End: end}},
	}}
}
