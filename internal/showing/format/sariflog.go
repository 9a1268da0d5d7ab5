package format

import (
	"strings"

	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/sarif"

	"github.com/rllint/rllint/internal/engine/level"
	"github.com/rllint/rllint/internal/engine/rule"
)

// The parts of SARIF that honnef.co/go/tools does not have, and lists that are written
// even when they are empty.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool               sarifTool                         `json:"tool"`
		Invocations        []sarifInvocation                 `json:"invocations"`
		Provenance         []sarifProvenance                 `json:"versionControlProvenance,omitempty"`
		OriginalURIBaseIDs map[string]sarif.ArtifactLocation `json:"originalUriBaseIds"`
		ColumnKind         string                            `json:"columnKind"`
		Results            []sarifResult                     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		sarif.ToolComponent
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		sarif.ReportingDescriptor
		FullDescription sarif.Message   `json:"fullDescription"`
		Properties      sarifProperties `json:"properties"`
	}
	sarifProperties struct {
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
		Tags      []string `json:"tags"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                   `json:"executionSuccessful"`
		WorkingDirectory    sarif.ArtifactLocation `json:"workingDirectory"`
		Notifications       []sarifNotification    `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string        `json:"level"`
		Message sarif.Message `json:"message"`
	}
	sarifProvenance struct {
		RepositoryURI string                 `json:"repositoryUri"`
		RevisionID    string                 `json:"revisionId"`
		Branch        string                 `json:"branch,omitempty"`
		MappedTo      sarif.ArtifactLocation `json:"mappedTo"`
	}
	sarifResult struct {
		sarif.Result
		Suppressions        []sarif.Suppression `json:"suppressions,omitempty"`
		PartialFingerprints map[string]string   `json:"partialFingerprints"`
		CodeFlows           []any               `json:"codeFlows,omitempty"`
	}
)

func newSARIFDriver(run Run) sarifDriver {
	driver := sarifDriver{
		ToolComponent: sarif.ToolComponent{Name: "rllint", Version: run.Version, InformationURI: "https://github.com/rllint/rllint"},
		Rules:         []sarifRule{},
	}
	if version, ok := strings.CutPrefix(run.Version, "v"); ok {
		driver.SemanticVersion = version
	}
	for _, a := range run.Rules {
		driver.Rules = append(driver.Rules, newSARIFRule(a))
	}
	return driver
}

func newSARIFRule(a *lint.Analyzer) sarifRule {
	level := level.Of(a.Doc.Severity).String() // the names are the same
	severity := level
	if level == sarif.Note {
		severity = "recommendation" // what code scanning calls it
	}
	return sarifRule{
		ReportingDescriptor: sarif.ReportingDescriptor{
			ID:                   a.Analyzer.Name,
			ShortDescription:     sarif.Message{Text: a.Doc.Title},
			Help:                 sarif.Message{Text: rule.Text(a), Markdown: rule.Markdown(a)},
			HelpURI:              a.Analyzer.URL,
			DefaultConfiguration: sarif.ReportingConfiguration{Enabled: true, Level: level},
		},
		FullDescription: sarif.Message{Text: summary(a)},
		Properties:      sarifProperties{Precision: "high", Severity: severity, Tags: []string{"controller-runtime", "reliability"}},
	}
}

// longestDescription is how many characters of a description code scanning takes.
const longestDescription = 1024

// summary returns what a rule finds, short enough for code scanning.
func summary(a *lint.Analyzer) string {
	text := rule.Summary(a)
	if runes := []rune(text); len(runes) > longestDescription {
		return string(runes[:longestDescription-1]) + "…"
	}
	return text
}
