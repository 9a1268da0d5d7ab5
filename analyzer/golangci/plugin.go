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
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/driving/wrap"
	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/settings"
	"github.com/rllint/rllint/internal/settings/settingsfile"
)

func init() { register.Plugin("rllint", New) }

type plugin struct {
	settings settings.Settings
}

// New makes the plugin of golangci-lint's settings for it, which may be nil. An
// error names the first setting that means nothing.
func New(conf any) (register.LinterPlugin, error) {
	members, ok := conf.(map[string]any)
	if conf != nil && !ok {
		return nil, fmt.Errorf("rllint: the settings must be a mapping of keys to values")
	}
	for _, key := range []string{"rules", "levels"} {
		if rules, ok := members[key].(map[string]any); ok {
			members = maps.Clone(members)
			members[key] = upper(rules)
		}
	}
	data, err := yaml.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("rllint: %w", err)
	}
	s, err := settingsfile.Parse(data)
	if err != nil {
		_, message, _ := strings.Cut(err.Error(), ": ") // the line is not one of golangci-lint's file
		return nil, fmt.Errorf("rllint: %s", message)
	}
	if s.Level == "" {
		s.Level = level.Warning.String() // golangci-lint fails with any finding, and a note is no failure
	}
	return &plugin{s.Settings}, nil
}

// upper writes the names of rules as they are: golangci-lint hands over the keys of
// its settings in lower case.
func upper(rules map[string]any) map[string]any {
	out := make(map[string]any, len(rules))
	for name, value := range rules {
		if name != "preset" {
			name = strings.ToUpper(name)
		}
		out[name] = value
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
