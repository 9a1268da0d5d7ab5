package format

import (
	"strings"

	"honnef.co/go/tools/sarif"

	"github.com/rllint/rllint/internal/engine/blocking"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/showing/findings"
)

// readAtOnce reports whether the steps to each finding, and the queues that share a client, can be shown, and people still read it all.
func readAtOnce(list []findings.Finding) bool {
	lines := len(list)
	for _, f := range list {
		lines += len(stepsOf(f)) + len(sharers(f))
	}
	return lines <= manyFindings
}

// sharers returns the queues whose workers share the client that a finding is about, for a person to see which they are.
func sharers(f findings.Finding) []findings.Related {
	if f.Rule != judge.Requests.Rule || len(f.Controllers) > 0 {
		return nil
	}
	return f.Related
}

// stepsOf returns the calls that lead to a finding, in order, for a rule whose related places are those.
func stepsOf(f findings.Finding) []findings.Related {
	if f.Rule != blocking.Rule {
		return nil
	}
	return f.Related
}

// withoutSteps is a message without the calls that lead to its place, if lines of their own tell so many of them.
func withoutSteps(message string, steps int) string {
	const arrow = " → "
	if steps == 0 || strings.Count(message, arrow) != steps {
		return message
	}
	start, _, _ := strings.Cut(message, arrow)
	return start
}

// flow is the calls that lead to a finding and its place, as code scanning shows them: SARIF's codeFlow objects, which the library that
// writes the rest does not have; nil where there are none.
func (s *sarifWriter) flow(f findings.Finding) []any {
	steps := stepsOf(f)
	if len(steps) == 0 {
		return nil
	}
	var locations []map[string]sarif.Location
	for _, step := range append(steps[:len(steps):len(steps)], findings.Related{Position: f.Position, End: f.End, Message: f.Message}) {
		at := s.location(step.Position, step.End)
		at.Message = &sarif.Message{Text: step.Message}
		locations = append(locations, map[string]sarif.Location{"location": at})
	}
	return []any{map[string]any{"threadFlows": []any{map[string]any{"locations": locations}}}}
}
