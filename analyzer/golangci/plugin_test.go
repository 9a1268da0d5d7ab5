package golangci

import (
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/analyzer"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/report"
)

func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin("rllint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(list), names(analyzer.Plain()); !slices.Equal(got, want) {
		t.Errorf("without settings the analyzers are %v, want all rules", got)
	}
}

func TestSettings(t *testing.T) {
	p, err := New(map[string]any{
		"rules":      map[string]any{"rl1001": false}, // as golangci-lint hands it over
		"rate-names": []any{"reconcile-budget"},
		"exclude":    []any{"internal/old"},
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if a.Name == "RL1001" {
			t.Error("RL1001 runs although it is off")
		}
	}
	if len(list) != len(analyzer.Analyzers)-1 {
		t.Errorf("%d rules run, want all but one of %d", len(list), len(analyzer.Analyzers))
	}
	if got := model.Analyzer.Flags.Lookup("rate-names").Value.String(); got != "reconcile-budget" {
		t.Errorf("rate-names is %q", got)
	}
	if got := report.Analyzer.Flags.Lookup("exclude").Value.String(); got != "internal/old" {
		t.Errorf("exclude is %q", got)
	}
	if got := report.Analyzer.Flags.Lookup("nolint").Value.String(); got != "false" {
		t.Error("the plugin hides what golangci-lint's own directives hide")
	}
}

func TestBadSettings(t *testing.T) {
	tests := []struct {
		conf any
		want string
	}{
		{map[string]any{"colour": "blue"}, `there is no setting "colour"; the settings are rules, level, levels, rate-names, limiters,`},
		{map[string]any{"levels": map[string]any{"rl1001": "info"}}, `there is no level "info"`},
		{map[string]any{"rules": map[string]any{"RL1": true}}, `there is no rule "RL1"`},
		{map[string]any{"exclude": []any{"[a"}}, "not a path pattern"},
		{map[string]any{"limiters": []any{"New"}}, "not of the form"},
		{map[string]any{"rate-names": "one"}, "rate-names must be a list"},
		{map[string]any{"rules": map[string]any{"preset": "none"}}, `there is no set of rules "none"`},
		{[]any{"rules"}, "must be a mapping"},
	}
	for _, test := range tests {
		if _, err := New(test.conf); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.conf, err, test.want)
		}
	}
}

// TestRelated checks that a finding has no related places, each of which golangci-lint would show as a finding.
func TestRelated(t *testing.T) {
	rule := &analysis.Analyzer{Name: "RL0", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{Message: "wait", Related: []analysis.RelatedInformation{{Message: "a calls b"}}})
		return nil, nil
	}}
	var got []analysis.Diagnostic
	pass := &analysis.Pass{Report: func(d analysis.Diagnostic) { got = append(got, d) }}
	if _, err := alone([]*analysis.Analyzer{rule})[0].Run(pass); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Message != "wait" || got[0].Related != nil {
		t.Errorf("reported %v, want the finding without related places", got)
	}
}

func names(list []*analysis.Analyzer) []string {
	var out []string
	for _, a := range list {
		out = append(out, a.Name)
	}
	return out
}
