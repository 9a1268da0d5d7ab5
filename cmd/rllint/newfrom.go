package main

import (
	"context"
	"fmt"
	"go/token"
	"io"
	"slices"

	"github.com/rllint/rllint/internal/showing/changes"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
)

// changed returns the lines that were changed since the revision of -new-from, nil without the flag.
func (l *linting) changed() (lines *changes.Lines, err error) {
	if l.newFrom == "" {
		return nil, nil
	}
	err = untilSignal(func(ctx context.Context) error {
		if lines, err = changes.Since(ctx, l.in.dir, l.newFrom); err != nil {
			return fmt.Errorf("-new-from=%s: %w", l.newFrom, err)
		}
		return nil
	})
	return lines, err
}

// inChanges returns the findings whose place, or one of whose controllers, is in changed lines, and those about limits that another
// version of controller-runtime changes: all of them without -new-from. It says how many are left out.
func (l *linting) inChanges(o *outcome, list []findings.Finding, stderr io.Writer) []findings.Finding {
	lines, err := l.changed()
	if err != nil {
		fmt.Fprintf(stderr, "rllint: %v; all findings are shown\n", err)
		return list
	}
	if lines == nil {
		return list
	}
	touched := func(start, end token.Position) bool {
		return lines.Touch(start.Filename, start.Line, max(start.Line, end.Line))
	}
	updated := l.updated(o, lines, stderr)
	shown := slices.DeleteFunc(slices.Clone(list), func(f findings.Finding) bool {
		return !touched(f.Position, f.End) && !updated(f) &&
			!slices.ContainsFunc(f.Related, func(r findings.Related) bool { return touched(r.Position, r.End) })
	})
	if n := len(list) - len(shown); n > 0 {
		fmt.Fprintf(stderr, "rllint: %s in lines that were not changed since %s\n", printable.Number(n, "further finding"), l.newFrom)
	}
	return shown
}
