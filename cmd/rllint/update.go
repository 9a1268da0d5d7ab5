package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/showing/changes"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/inventory"
	"github.com/rllint/rllint/internal/showing/printable"
)

// updated returns which findings are about limits that an update of controller-runtime changed in the lines that were changed: no line
// of the program need be among them. It says what changed.
func (l *linting) updated(o *outcome, lines *changes.Lines, stderr io.Writer) func(findings.Finding) bool {
	if !requiresOther(o, lines) {
		return func(findings.Finding) bool { return false }
	}
	older, err := l.in.olderAt(lines.Base, stderr)
	var found inventory.Changes
	if err == nil {
		found, err = inventory.Collect(o.reports, "").Against(older, l.newFrom)
	}
	if err != nil {
		fmt.Fprintf(stderr, "rllint: -new-from=%s: which limits the update of controller-runtime changes is not known: %v\n", l.newFrom, err)
	}
	for _, u := range found.Updates {
		fmt.Fprintf(stderr, "rllint: %s\n", printable.Text(u.Text()))
	}
	return func(f findings.Finding) bool { return restsOn(f, found) }
}

// requiresOther reports whether a line of a go.mod that says which controller-runtime there is was changed.
func requiresOther(o *outcome, lines *changes.Lines) bool {
	seen := make(map[string]bool)
	for _, r := range o.reports {
		m := r.Package.Module
		if !r.Package.Named || m == nil || !m.Main || seen[m.GoMod] {
			continue
		}
		seen[m.GoMod] = true
		data, _ := os.ReadFile(m.GoMod) // without it nothing is required
		file, err := modfile.ParseLax(m.GoMod, data, nil)
		if err != nil {
			continue
		}
		touched := func(line *modfile.Line) bool { return lines.Touch(m.GoMod, line.Start.Line, line.End.Line) }
		if slices.ContainsFunc(file.Require, func(r *modfile.Require) bool {
			return r.Mod.Path == known.ControllerRuntime && touched(r.Syntax)
		}) || slices.ContainsFunc(file.Replace, func(r *modfile.Replace) bool {
			return r.Old.Path == known.ControllerRuntime && touched(r.Syntax)
		}) {
			return true
		}
	}
	return false
}

// restingOn are the attributes whose findings rest on an attribute that an update changes.
var restingOn = map[string][]*judge.Attribute{
	judge.QueueKind.Key: {judge.Promise, judge.Limiter},
	judge.Requests.Key:  {judge.Promise, judge.Client, judge.Requests},
}

// restsOn reports whether a finding is about a limit that changed with an update.
func restsOn(f findings.Finding, found inventory.Changes) bool {
	if len(found.Updates) == 0 {
		return false
	}
	return slices.ContainsFunc(found.Changed, func(c inventory.Changed) bool {
		return slices.Contains(f.Controllers, c.Package+" "+c.Name) && slices.ContainsFunc(c.Limits, func(l inventory.ChangedFrom) bool {
			return slices.ContainsFunc(restingOn[l.Key], func(a *judge.Attribute) bool { return a.Rule == f.Rule })
		})
	})
}
