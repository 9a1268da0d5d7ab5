// Package vettool is the part of the command that go vet calls, once for each
// package and each of its dependencies.
package vettool

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/rllint/rllint/internal/driving/goversion"
	"github.com/rllint/rllint/internal/driving/wrap"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/settings"
)

// Called reports whether the command's arguments, without its name, come from go vet.
func Called(args []string) bool {
	if len(args) == 0 {
		return false
	}
	if strings.HasSuffix(args[len(args)-1], ".cfg") {
		return true
	}
	return len(args) == 1 && (args[0] == "-flags" || strings.HasPrefix(args[0], "-V="))
}

// Main analyses the package that the last argument describes and exits.
//
// Most calls are for dependencies that have nothing to say. They are answered
// at once: parsing them would be nearly all of the cost of go vet.
func Main(args []string, analyzers []*analysis.Analyzer) {
	if strings.HasPrefix(args[0], "-V=") {
		// Go vet asks for the version once, before it starts a process for each package, and
		// passes on what is said meanwhile.
		if err := goversion.Check(context.Background()); err != nil {
			fmt.Fprintf(os.Stderr, "rllint: %v\n", err)
			os.Exit(2)
		}
	}
	if config := args[len(args)-1]; strings.HasSuffix(config, ".cfg") {
		// In doubt nothing is done here: the full analysis then says what is wrong.
		if u, err := readUnit(config); err == nil {
			if !testsWanted(args) {
				u.dropTests()
			}
			if u.answer(analyzers, settings.Imports(args)) {
				return
			}
			if smaller, err := u.write(config); err == nil {
				os.Args[len(os.Args)-1] = smaller
			}
			analyzers = guard(named(analyzers), u)
			defer func() { // facts are written outside of the analyzers
				if cause := recover(); cause != nil {
					u.giveUp(fmt.Sprintf("%s: internal error, the package is left out: %v", u.ImportPath, cause))
				}
			}()
		}
	}
	settings.Register(flag.CommandLine, slices.Concat(settings.Seen, settings.Told))
	// To go vet every finding is a failure, and a note is none.
	if err := flag.Set("level", level.Warning.String()); err != nil {
		panic(err) // there is no such flag
	}
	unitchecker.Main(analyzers...)
}

// testsWanted reports whether -tests is among the flags, which are as go vet
// writes them.
func testsWanted(args []string) bool {
	return slices.Contains(args, "-tests") || slices.Contains(args, "-tests=true")
}

// named returns rules whose findings start with the rule. Go vet shows nothing else of it in its text,
// which it makes of the tool's JSON, and without it a finding could neither be looked up
// nor suppressed.
func named(rules []*analysis.Analyzer) []*analysis.Analyzer {
	return wrap.Analyzers(rules, func(a *analysis.Analyzer) wrap.Run {
		if !slices.Contains(rules, a) {
			return nil
		}
		return func(pass *analysis.Pass) (any, error) {
			inner := *pass
			inner.Report = func(d analysis.Diagnostic) {
				d.Message = a.Name + ": " + d.Message
				pass.Report(d)
			}
			return a.Run(&inner)
		}
	})
}
