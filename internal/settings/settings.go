// Package settings holds what users can say about their program: which rules run,
// what cannot be seen in the code, and what to leave out.
//
// Settings travel as flags of the analyzers, because those are what the caches of
// go vet and golangci-lint know about.
package settings

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Settings are the keys of .rllint.yaml and of golangci-lint's settings.
type Settings struct {
	Rules       Rules    // by name; true runs the rule, as does leaving it out
	RateNames   []string // further names of the max-reconcile-rate flag
	Limiters    []string // functions that make the limiters controllers share
	Middleware  []string // types of reconcilers, or functions that return one, that ask a global limiter
	RateSources []string // functions that return the rate
	Exclude     []string // paths whose findings are not shown

	Level  string            // findings below it are not shown, "" for all
	Levels map[string]string // of rules by name, in place of their own

	EveryController bool // judge each controller of programs that promise no rate
	PossibleErrors  bool // RL4001: show also Results beside errors that may be nil
	Dependencies    bool // show controllers that a dependency makes and limits by itself
}

// Keys lists the keys of lists, which are flags of the same name.
var Keys = []string{"rate-names", "limiters", "middleware", "rate-sources", "exclude"}

// Switches lists the keys that are true or false, which are flags of the same name.
var Switches = []string{"every-controller", "dependencies", "possible-errors"}

// Switch returns the value of the key, nil if there is no such key.
func (s *Settings) Switch(key string) *bool {
	return map[string]*bool{"every-controller": &s.EveryController, "dependencies": &s.Dependencies, "possible-errors": &s.PossibleErrors}[key]
}

// List returns the list of the key, nil if there is no such key.
func (s *Settings) List(key string) *[]string {
	return map[string]*[]string{
		"rate-names": &s.RateNames, "limiters": &s.Limiters, "middleware": &s.Middleware, "rate-sources": &s.RateSources, "exclude": &s.Exclude,
	}[key]
}

// CheckRule returns an error if there is no rule of that name.
func CheckRule(name string) error {
	var names []string
	for _, a := range analyzer.Analyzers {
		if a.Analyzer.Name == name {
			return nil
		}
		names = append(names, a.Analyzer.Name)
	}
	return fmt.Errorf("there is no rule %q; the rules are %s", name, strings.Join(names, ", "))
}

// CheckValue returns an error if value cannot stand in the list of the key.
func CheckValue(key, value string) error {
	switch {
	case value == "" || strings.Contains(value, ","):
		return fmt.Errorf("%s: %q is neither a name nor a path", key, value)
	case key == "exclude":
		return report.CheckPattern(value)
	case key == "rate-names":
		return nil
	}
	if len(symbol.Readings(value)) == 0 {
		return fmt.Errorf("%s: %q is not of the form import/path.Name", key, value)
	}
	return nil
}

// Arguments returns the settings as flags, such as -exclude=internal/old, in a
// fixed order.
func (s *Settings) Arguments() []string {
	var args []string
	for _, name := range slices.Sorted(maps.Keys(s.Rules)) {
		if !s.Rules[name] {
			args = append(args, "-"+name+"=false")
		}
	}
	for _, f := range s.flags() {
		switch {
		case f.given && slices.Contains(Switches, f.key):
			args = append(args, "-"+f.key)
		case f.given:
			args = append(args, "-"+f.key+"="+f.value)
		}
	}
	return args
}

// A flagValue is what a setting makes the value of the analyzers' flag of its name.
type flagValue struct {
	key, value string
	given      bool // somebody chose it
}

// flags returns the values of all flags but those of rules, in a fixed order.
func (s *Settings) flags() []flagValue {
	list := []flagValue{{"level", cmp.Or(s.Level, level.Note.String()), s.Level != ""}, {"levels", s.levelsText(), len(s.Levels) > 0}}
	for _, key := range Keys {
		of := *s.List(key)
		list = append(list, flagValue{key, strings.Join(of, ","), len(of) > 0})
	}
	for _, key := range Switches {
		on := *s.Switch(key)
		list = append(list, flagValue{key, strconv.FormatBool(on), on})
	}
	return list
}

// Apply makes the analyzers' flags what the settings say, except those for which keep
// reports true.
func (s *Settings) Apply(keep func(key string) bool) error {
	for _, f := range s.flags() {
		if keep(f.key) {
			continue
		}
		if err := analyzerFlag(f.key).Value.Set(f.value); err != nil {
			return fmt.Errorf("%s: %w", f.key, err)
		}
	}
	return nil
}

// Reset gives the settings that [Settings.Apply] sets the values that they have without a file.
func Reset() error { return new(Settings).Apply(func(string) bool { return false }) }

// Seen lists the flags that say what a program means by its code, and Told those that say which findings about it are shown.
var (
	Seen = []string{"tests", "rate-names", "limiters", "middleware", "rate-sources"}
	Told = slices.Concat([]string{"nolint", "generated", "level", "levels", "exclude"}, Switches)
)

// Register makes the analyzers' flags of these names flags of the command.
func Register(flags *flag.FlagSet, names []string) {
	for _, name := range names {
		f := analyzerFlag(name)
		flags.Var(f.Value, name, f.Usage)
	}
}

// analyzerFlag returns the flag of the analyzer that owns it. It panics if there
// is none: the lists of keys and of flags must agree.
func analyzerFlag(name string) *flag.Flag {
	for _, a := range []*analysis.Analyzer{model.Analyzer, report.Analyzer} {
		if f := a.Flags.Lookup(name); f != nil {
			return f
		}
	}
	panic("no analyzer has the flag " + name)
}

// Imports returns the packages of the functions and types that the arguments, as
// written on a command line, may name: code that imports one can matter.
func Imports(args []string) map[string]bool {
	packages := make(map[string]bool)
	for _, arg := range args {
		key, list, found := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !found || key != "limiters" && key != "middleware" && key != "rate-sources" {
			continue
		}
		for written := range strings.SplitSeq(list, ",") {
			for _, name := range symbol.Readings(strings.TrimSpace(written)) {
				packages[name.Package()] = true
			}
		}
	}
	return packages
}

// ImportsNow returns the packages that the analyzers' flags name at present.
func ImportsNow() map[string]bool {
	var args []string
	for _, key := range Keys {
		args = append(args, "-"+key+"="+analyzerFlag(key).Value.String())
	}
	return Imports(args)
}
