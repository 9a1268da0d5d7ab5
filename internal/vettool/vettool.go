// Package vettool is the part of the command that go vet calls, once for each
// package and each of its dependencies.
package vettool

import (
	"flag"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
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
	if config := args[len(args)-1]; strings.HasSuffix(config, ".cfg") {
		if shortcut(config, args, analyzers) {
			return
		}
	}
	flag.Bool("tests", false, "analyse _test.go files too") // read by testsWanted; here go vet learns of it
	guard(analyzers)
	unitchecker.Main(analyzers...)
}

// shortcut answers for a package that has nothing to say and reports whether it
// did. Where it does not, it may have put a smaller configuration in
// place of the one in os.Args. In doubt it does nothing: the full analysis then
// says what is wrong.
func shortcut(config string, args []string, analyzers []*analysis.Analyzer) bool {
	u, err := readUnit(config)
	if err != nil {
		return false
	}
	if !testsWanted(args) {
		u.dropTests()
	}
	if u.answer(analyzers) {
		return true
	}
	if u.changed {
		if smaller, err := u.write(config); err == nil {
			os.Args[len(os.Args)-1] = smaller
		}
	}
	return false
}

// testsWanted reports whether -tests is among the flags, which are as go vet
// writes them.
func testsWanted(args []string) bool {
	return slices.Contains(args, "-tests") || slices.Contains(args, "-tests=true")
}

// visit calls f for each analyzer and each that one requires, once.
func visit(analyzers []*analysis.Analyzer, f func(*analysis.Analyzer)) {
	seen := make(map[*analysis.Analyzer]bool)
	var walk func(list []*analysis.Analyzer)
	walk = func(list []*analysis.Analyzer) {
		for _, a := range list {
			if !seen[a] {
				seen[a] = true
				f(a)
				walk(a.Requires)
			}
		}
	}
	walk(analyzers)
}
