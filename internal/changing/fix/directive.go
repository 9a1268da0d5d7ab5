package fix

import (
	"bytes"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Remove suggests to remove a comment, with its line if nothing else is on it, else with the space
// before it.
func (x *Fixer) Remove(start, end token.Pos) []analysis.SuggestedFix {
	p, ok := x.at(start)
	if !ok {
		return nil
	}
	data, tf, ok := p.source()
	if !ok {
		return nil
	}
	edit := p.dropLines(start, end)
	if edit.Pos == start {
		from := tf.Offset(start)
		line := data[:from]
		if newline := bytes.LastIndexByte(line, '\n'); strings.TrimSpace(string(line[newline+1:])) != "" {
			edit.Pos = tf.Pos(len(bytes.TrimRight(line, " \t")))
		}
	}
	return []analysis.SuggestedFix{{Message: "remove the directive", TextEdits: []analysis.TextEdit{edit}}}
}
