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

// dropLines removes the lines of a range, and an empty line before or after it that would separate
// nothing any more. Other code on the lines stays.
func (p *place) dropLines(start, end token.Pos) analysis.TextEdit {
	data, tf, ok := p.source()
	if !ok {
		return analysis.TextEdit{Pos: start, End: end}
	}
	from, to := tf.Offset(start), tf.Offset(end)
	lineStart := bytes.LastIndexByte(data[:from], '\n') + 1
	lineEnd := to + bytes.IndexByte(data[to:], '\n') + 1
	if lineEnd == to || strings.TrimSpace(string(data[lineStart:from])) != "" || strings.TrimSpace(string(data[to:lineEnd])) != "" {
		return analysis.TextEdit{Pos: start, End: end}
	}
	above := bytes.TrimRight(data[:lineStart], " \t\r\n")
	below := bytes.TrimLeft(data[lineEnd:], " \t")
	if gap := data[len(above):lineStart]; bytes.Count(gap, []byte("\n")) > 1 &&
		(bytes.HasPrefix(below, []byte(")")) || bytes.HasPrefix(bytes.TrimLeft(below, "\r"), []byte("\n"))) {
		lineStart = len(above) + bytes.IndexByte(data[len(above):], '\n') + 1
	}
	return analysis.TextEdit{Pos: tf.Pos(lineStart), End: tf.Pos(lineEnd)}
}
