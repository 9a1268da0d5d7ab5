package format

import (
	"bytes"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// A Style says how text looks.
type Style struct {
	Source bool // show the line of source under each finding
	Color  bool
	All    bool // show each of many findings that have one reason, and notes
	Notes  bool // show notes
}

// The colours, as a terminal is told of them.
const (
	bold   = "1"
	green  = "1;32"
	yellow = "1;33"
	red    = "1;31"
	blue   = "1;34"
)

func (s Style) paint(color, text string) string {
	if !s.Color {
		return text
	}
	return "\033[" + color + "m" + text + "\033[0m"
}

// Text writes one line a finding, as compilers do:
//
//	file:line:col: message (RL1001)
//
// A note says so before its message, and so does an error: what is left is a warning. Notes are shown if people want them.
// The queues that share a client follow the finding about it, each with its place.
// Of many findings, those that have one reason are one block: the first, and where the next are.
// For a terminal the line of source follows, with a mark under what is meant.
func Text(w io.Writer, run Run) error {
	var files sourcetext.Files
	var b strings.Builder
	few := readAtOnce(run.shown())
	for _, block := range blocks(run.shown(), !run.Style.All) {
		f := block.first
		p := f.Position
		steps := stepsOf(f)
		if !run.Style.All && !few {
			steps = nil
		}
		run.line(&b, f, p, withoutSteps(f.Message, len(steps)))
		if run.Style.Source {
			source, mark := excerpt(&files, p, f.End)
			if source != "" {
				fmt.Fprintf(&b, "    %s\n    %s\n", source, run.Style.paint(green, mark))
			}
		}
		for _, step := range steps {
			fmt.Fprintf(&b, "    %s:%d: %s\n", run.file(step.Position.Filename), step.Position.Line, step.Message)
		}
		if run.Style.All || few {
			queues := sharers(f)
			for i, q := range queues {
				if more := len(queues) - i; i == mostNamed && more > 1 && !run.Style.All {
					fmt.Fprintf(&b, "    the workers of %d more queues share it; -all shows each\n", more)
					break
				}
				run.line(&b, f, q.Position, q.Message)
			}
		}
		if line := block.followers(run); line != "" {
			fmt.Fprintf(&b, "    %s\n", line)
		}
		switch {
		case block.listed():
			for _, f := range block.more {
				same := "the same"
				if len(f.Controllers) == 1 {
					same += " for " + findings.Names(f.Controllers)
				}
				run.line(&b, f, f.Position, same)
			}
		case len(block.more) > 0:
			fmt.Fprintf(&b, "    %s\n", block.others(run))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes what a finding says about a place.
func (run Run) line(b *strings.Builder, f findings.Finding, p token.Position, message string) {
	place := fmt.Sprintf("%s:%d:%d:", run.file(p.Filename), p.Line, p.Column)
	if f.Level != level.Warning {
		message = f.Level.String() + ": " + message
	}
	rule := run.Style.paint(colors[f.Level], "("+f.Rule+")")
	fmt.Fprintf(b, "%s %s %s\n", run.Style.paint(bold, place), message, rule)
}

// shown returns the findings that people read: notes only if they want them, or if they follow from a finding that is shown.
// Such a note is no line of its own, and counts among the controllers below that finding.
func (run Run) shown() []findings.Finding {
	if run.Style.All || run.Style.Notes {
		return run.Findings
	}
	return slices.DeleteFunc(slices.Clone(run.Findings), func(f findings.Finding) bool {
		return f.Level == level.Note && !slices.ContainsFunc(run.Findings, func(g findings.Finding) bool {
			return g.Level != level.Note && follows(f, g)
		})
	})
}

var colors = map[level.Level]string{level.Note: blue, level.Warning: yellow, level.Error: red}

// excerpt returns the line of source at p, without the space before it, and a line that
// marks what stands from p to end, or the name at p if there is no end. Both are empty where
// the source cannot be read.
func excerpt(files *sourcetext.Files, p, end token.Position) (source, mark string) {
	line := files.Line(p.Filename, p.Line)
	if p.Column < 1 || p.Column > len(line) {
		return "", ""
	}
	before, meant := line[:p.Column-1], line[p.Column-1:]
	switch {
	case end.Line > p.Line:
	case end.Line == p.Line && end.Column > p.Column && end.Column-1 <= len(line):
		meant = line[p.Column-1 : end.Column-1]
	default:
		meant = meant[:len(meant)-len(bytes.TrimLeftFunc(meant, inName))]
	}
	trimmed := strings.TrimLeft(string(before), " \t")
	indent := len(before) - len(trimmed)
	width := utf8.RuneCount(bytes.TrimRight(meant, " \t"))
	return legible(strings.TrimRight(string(line[indent:]), " \t")),
		strings.Repeat(" ", utf8.RuneCountInString(trimmed)) + "^" + strings.Repeat("~", max(width-1, 0))
}

func inName(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// legible replaces what would move the cursor or change the colours of a terminal, so
// that source text cannot do so and every character is as wide as the mark takes it for.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return '?'
		}
		return r
	}, text)
}
