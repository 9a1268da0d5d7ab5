package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/goversion"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/showing/printable"
)

// problems lists what could not be analysed, each thing once: first what the go command
// said of modules and packages, then what is wrong in the code and does not follow from that.
func (o *outcome) problems() []load.Problem {
	var list []load.Problem
	seen := make(map[string]bool)
	add := func(p load.Problem, key string) {
		if !seen[key] {
			seen[key] = true
			list = append(list, p)
		}
	}
	for _, p := range withoutSums(o.unlisted) {
		add(p, p.Message) // a module that cannot be had is said of each file that imports it
	}
	followUps := followUps(o.reports)
	for _, report := range o.reports {
		if len(o.unlisted) > 0 && followUps[report.Package] {
			continue
		}
		for _, p := range report.Problems {
			if reason, ok := goversion.Refusal(p.Message); ok {
				return []load.Problem{{Package: p.Package, Message: reason.Error()}} // all else follows from it
			}
			add(p, p.String())
		}
		for _, message := range incomplete(report) {
			add(load.Problem{Package: report.Package.Path, Message: message}, message)
		}
	}
	if p, needed := o.needsC(); needed && len(list) == 0 {
		list = append(list, p)
	}
	return list
}

// notRead is what is said of limits that depend on C.
const notRead = "what C declares is not read"

// needsC returns the problem of a program with a limit that depends on code without types. Where nothing else is wrong, that is C's.
func (o *outcome) needsC() (load.Problem, bool) {
	for _, r := range o.reports {
		result, _ := r.Results[model.Analyzer].(*model.Result)
		if result == nil {
			continue
		}
		for _, c := range result.Controllers {
			for _, l := range c.Limits {
				if l.Unresolved && strings.HasSuffix(l.Detail, "type-check") {
					return load.Problem{Message: notRead + ", and limits that " + r.Package.Path + " decides depend on it"}, true
				}
			}
		}
	}
	return load.Problem{}, false
}

// missingSum is how the go command begins to say that go.sum does not have the module of a package, which the
// message goes on with.
const missingSum = "missing go.sum entry for module providing package "

// withoutSums returns the problems with one for all packages whose modules go.sum does not have, at its first
// place: go mod tidy mends all of them.
func withoutSums(list []load.Problem) []load.Problem {
	var others []load.Problem
	at, lacking := 0, make(map[string]bool)
	first := ""
	for _, p := range list {
		rest, ok := strings.CutPrefix(p.Message, missingSum)
		if !ok {
			others = append(others, p)
			continue
		}
		pkg, _, _ := strings.Cut(rest, " ")
		pkg = strings.TrimRight(pkg, ";:")
		if len(lacking) == 0 {
			at, first = len(others), pkg
		}
		lacking[pkg] = true
	}
	if len(lacking) == 0 {
		return list
	}
	message := "go.sum lacks the module of " + first
	if n := len(lacking) - 1; n > 0 {
		message += ", and those of " + printable.Number(n, "other package")
	}
	return slices.Insert(others, at, load.Problem{Message: message + ": run go mod tidy"})
}

// incomplete returns what the results of analyzers say of why they are not whole, sorted.
func incomplete(r driver.Report) []string {
	var messages []string
	for _, result := range r.Results {
		if p, ok := result.(report.Partial); ok {
			messages = append(messages, p.Problems()...)
		}
	}
	slices.Sort(messages)
	return messages
}

// followUps returns the packages that import one which could not be had, at first or second
// hand: what is wrong in them may follow from that.
func followUps(reports []driver.Report) map[*load.Package]bool {
	affected := make(map[*load.Package]bool)
	for _, report := range reports { // each after those it imports
		p := report.Package
		affected[p] = slices.ContainsFunc(p.Imports, func(imp *load.Package) bool { return affected[imp] }) ||
			slices.ContainsFunc(report.Problems, func(problem load.Problem) bool {
				return strings.HasPrefix(problem.Message, "could not import ")
			})
	}
	return affected
}

// mostProblems bounds what is shown: the first errors of a broken build explain the rest.
const mostProblems = 10

// showProblems says what could not be analysed and reports whether there was anything.
func (o *outcome) showProblems(stderr io.Writer, dir string) bool {
	list := o.problems()
	for i, problem := range list {
		if i == mostProblems {
			fmt.Fprintf(stderr, "rllint: and %d more\n", len(list)-i)
			break
		}
		if filepath.IsAbs(problem.Pos) {
			problem.Pos = printable.File(problem.Pos, dir)
		}
		fmt.Fprintf(stderr, "rllint: %s\n", printable.Text(strings.TrimPrefix(problem.String(), dir+"/")))
	}
	return len(list) > 0
}
