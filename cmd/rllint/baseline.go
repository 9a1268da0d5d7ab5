package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/rllint/rllint/internal/showing/baseline"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/printable"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// readBaseline reads the file of -baseline, if there is one and it is not to be
// written.
func readBaseline(name string, write bool) (*baseline.Baseline, error) {
	switch {
	case write && name == "":
		return nil, errors.New("-write-baseline needs the name of a file: add -baseline=FILE")
	case write || name == "":
		return nil, nil
	}
	return baseline.Read(name)
}

// writeBaseline writes the findings to a file and returns the exit code. It writes
// nothing if some packages could not be analysed: their findings would count as new later.
func writeBaseline(name string, list []findings.Finding, incomplete bool, stderr io.Writer) (int, error) {
	if incomplete {
		return failed, fmt.Errorf("the baseline %s is not written, because not all packages could be analysed", name)
	}
	if err := baseline.Of(list, new(sourcetext.Files)).Write(name); err != nil {
		return failed, err
	}
	fmt.Fprintf(stderr, "rllint: wrote %s to %s\n", printable.Number(len(list), "finding"), name)
	return clean, nil
}

// shown returns the findings of an outcome that are in changed lines, if only those are wanted, and not in
// the baseline, which may be nil.
func (l *linting) shown(old *baseline.Baseline, o *outcome, stderr io.Writer) []findings.Finding {
	list := o.findings
	if old != nil {
		list = l.compare(old, o, stderr)
	}
	return l.inChanges(o, list, stderr)
}

// compare returns the findings that the baseline does not know, and says how many entries
// are of no use any more.
func (l *linting) compare(old *baseline.Baseline, o *outcome, stderr io.Writer) []findings.Finding {
	// Of what could not be analysed nothing was found either.
	complete := len(o.problems()) == 0
	analysed := make(map[string]bool)
	for _, r := range o.reports {
		analysed[r.Package.Path] = complete && r.Package.Named
	}
	c := old.Compare(o.findings, new(sourcetext.Files), func(rule, pkg string) bool { return analysed[pkg] && o.rules[rule] })
	if c.Stale > 0 {
		entries, them := "1 entry of "+l.baseline+" is", "it"
		if c.Stale > 1 {
			entries, them = fmt.Sprintf("%d entries of %s are", c.Stale, l.baseline), "them"
		}
		fmt.Fprintf(stderr, "rllint: %s stale: nothing is found for %s any more; write the file again with -write-baseline\n", entries, them)
	}
	return c.New
}
