package format

import (
	"encoding/json"
	"go/token"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/sarif"

	"github.com/rllint/rllint/internal/engine/rule"
	"github.com/rllint/rllint/internal/findings"
	"github.com/rllint/rllint/internal/sourcetext"
)

// The parts of SARIF that honnef.co/go/tools does not have: fingerprints, the unit
// of columns, and lists that are written even when they are empty.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarif.Tool    `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifResult struct {
		sarif.Result
		Suppressions        []sarif.Suppression `json:"suppressions,omitempty"`
		PartialFingerprints map[string]string   `json:"partialFingerprints"`
	}
)

// SARIF writes the findings and the rules' documentation as SARIF 2.1.0, for code
// scanning. The fingerprints stay the same when lines move.
func SARIF(w io.Writer, run Run) error {
	s := &sarifWriter{run: run}
	out := sarifRun{
		Tool: sarif.Tool{Driver: sarif.ToolComponent{
			Name:           "rllint",
			Version:        run.Version,
			InformationURI: "https://github.com/rllint/rllint",
			Rules:          []sarif.ReportingDescriptor{},
		}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	for _, a := range run.Rules {
		out.Tool.Driver.Rules = append(out.Tool.Driver.Rules, s.rule(a))
	}
	prints := findings.Fingerprints(run.Findings, &s.files)
	for i, f := range run.Findings {
		result := s.result(f)
		result.PartialFingerprints = map[string]string{"rllint/v1": prints[i]}
		out.Results = append(out.Results, result)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{sarif.Version, sarif.Schema, []sarifRun{out}})
}

type sarifWriter struct {
	run   Run
	files sourcetext.Files
}

func (s *sarifWriter) rule(a *lint.Analyzer) sarif.ReportingDescriptor {
	return sarif.ReportingDescriptor{
		ID:                   a.Analyzer.Name,
		ShortDescription:     sarif.Message{Text: a.Doc.Title},
		Help:                 sarif.Message{Text: rule.Text(a), Markdown: rule.Markdown(a)},
		HelpURI:              a.Analyzer.URL,
		DefaultConfiguration: sarif.ReportingConfiguration{Enabled: true, Level: sarifLevel(a.Doc.Severity)},
	}
}

func sarifLevel(severity lint.Severity) string {
	switch severity {
	case lint.SeverityError:
		return sarif.Error
	case lint.SeverityInfo, lint.SeverityHint:
		return sarif.Note
	}
	return sarif.Warning
}

func (s *sarifWriter) result(f findings.Finding) sarifResult {
	result := sarif.Result{
		RuleID:    f.Rule,
		Kind:      sarif.Fail,
		Level:     sarifLevel(s.run.severity(f.Rule)),
		Message:   sarif.Message{Text: f.Message},
		Locations: []sarif.Location{s.location(f.Position, f.End)},
	}
	for i, r := range f.Related {
		location := s.location(r.Position, r.End)
		location.ID = i + 1
		location.Message = &sarif.Message{Text: r.Message}
		result.RelatedLocations = append(result.RelatedLocations, location)
	}
	for _, fix := range f.Fixes {
		result.Fixes = append(result.Fixes, s.fix(fix))
	}
	return sarifResult{Result: result}
}

func (s *sarifWriter) fix(fix findings.Fix) sarif.Fix {
	out := sarif.Fix{Description: sarif.Message{Text: fix.Message}}
	change := make(map[string]int) // index in out.ArtifactChanges, by file
	for _, e := range fix.Edits {
		i, known := change[e.Position.Filename]
		if !known {
			i = len(out.ArtifactChanges)
			change[e.Position.Filename] = i
			out.ArtifactChanges = append(out.ArtifactChanges, sarif.ArtifactChange{ArtifactLocation: s.artifact(e.Position.Filename)})
		}
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, sarif.Replacement{
			DeletedRegion:   s.region(e.Position, e.End),
			InsertedContent: sarif.ArtifactContent{Text: e.NewText},
		})
	}
	return out
}

func (s *sarifWriter) location(start, end token.Position) sarif.Location {
	return sarif.Location{PhysicalLocation: sarif.PhysicalLocation{
		ArtifactLocation: s.artifact(start.Filename),
		Region:           s.region(start, end),
	}}
}

func (s *sarifWriter) region(start, end token.Position) sarif.Region {
	region := sarif.Region{StartLine: start.Line, StartColumn: s.files.Column(start)}
	if end.IsValid() {
		region.EndLine, region.EndColumn = end.Line, s.files.Column(end)
	}
	return region
}

// artifact names a file relative to the root of what is scanned, or as a whole if it is outside.
func (s *sarifWriter) artifact(name string) sarif.ArtifactLocation {
	path := filepath.ToSlash(relative(s.run.Root, name))
	if filepath.IsAbs(name) && path == filepath.ToSlash(name) {
		if !strings.HasPrefix(path, "/") {
			path = "/" + path // a drive letter
		}
		return sarif.ArtifactLocation{URI: (&url.URL{Scheme: "file", Path: path}).String()}
	}
	return sarif.ArtifactLocation{URI: (&url.URL{Path: path}).String(), URIBaseID: "%SRCROOT%"}
}
