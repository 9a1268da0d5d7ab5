// Package golangci is rllint's module plugin for golangci-lint: a golangci-lint
// that is built with it has a linter rllint.
//
// It takes the keys of .rllint.yaml as its settings. See docs/integrations.md.
package golangci

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/driving/wrap"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/settings"
)

func init() { register.Plugin("rllint", New) }

type plugin struct {
	settings settings.Settings
}

// New makes the plugin of golangci-lint's settings for it, which may be nil. An
// error names the first setting that means nothing.
func New(conf any) (register.LinterPlugin, error) {
	if err := checkKeys(conf); err != nil {
		return nil, fmt.Errorf("rllint: %w", err)
	}
	s, err := register.DecodeSettings[settings.Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("rllint: %w", err)
	}
	s.Rules, s.Levels = upper(s.Rules), upper(s.Levels)
	if s.Level == "" {
		s.Level = level.Warning.String() // golangci-lint fails with any finding, and a note is no failure
	}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("rllint: %w", err)
	}
	return &plugin{s}, nil
}

// checkKeys returns an error for a key that is no setting, and names those that there are.
func checkKeys(conf any) error {
	members, ok := conf.(map[string]any)
	if !ok {
		return nil // what else it is, decoding it will tell
	}
	keys := slices.Concat([]string{"rules", "level", "levels"}, settings.Keys, settings.Switches)
	for _, key := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(keys, key) {
			return fmt.Errorf("there is no setting %q; the settings are %s", key, strings.Join(keys, ", "))
		}
	}
	return nil
}

// upper writes the names of rules as they are: golangci-lint hands over the keys of
// its settings in lower case.
func upper[V any](rules map[string]V) map[string]V {
	out := make(map[string]V, len(rules))
	for name, on := range rules {
		out[strings.ToUpper(name)] = on
	}
	return out
}

// alone returns rules whose findings have no related places: golangci-lint shows each of these as a finding of its own.
func alone(rules []*analysis.Analyzer) []*analysis.Analyzer {
	return wrap.Analyzers(rules, func(a *analysis.Analyzer) wrap.Run {
		if !slices.Contains(rules, a) {
			return nil // only rules report
		}
		return func(pass *analysis.Pass) (any, error) {
			own := *pass
			own.Report = func(d analysis.Diagnostic) {
				d.Related = nil
				pass.Report(d)
			}
			return a.Run(&own)
		}
	})
}

// showingFaults returns rules that show what keeps the analysis of a package from being whole: a linter
// has no other way to say that its answer is not whole.
func showingFaults(rules []*analysis.Analyzer) []*analysis.Analyzer {
	return wrap.Analyzers(rules, func(a *analysis.Analyzer) wrap.Run {
		if !report.SaysPartial(a) {
			return nil
		}
		return func(pass *analysis.Pass) (any, error) {
			result, err := a.Run(pass)
			if partial, ok := result.(report.Partial); ok {
				for _, message := range partial.Problems() {
					fmt.Fprintf(os.Stderr, "rllint: %s\n", message)
				}
			}
			return result, err
		}
	})
}

// BuildAnalyzers returns the rules that the settings leave on.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	if err := p.settings.Apply(func(string) bool { return false }); err != nil {
		return nil, fmt.Errorf("rllint: %w", err)
	}
	// Golangci-lint obeys its directives itself and reports those that are of no
	// use: it must see the findings that they hide.
	if err := report.Analyzer.Flags.Set("nolint", "false"); err != nil {
		return nil, fmt.Errorf("rllint: %w", err)
	}
	var list []*analysis.Analyzer
	for _, a := range analyzer.Plain() {
		if on, set := p.settings.Rules[a.Name]; on || !set {
			list = append(list, a)
		}
	}
	return showingFaults(alone(list)), nil
}

// GetLoadMode asks for type information.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
