package format

import (
	"encoding/json"
	"go/token"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"honnef.co/go/tools/sarif"

	"github.com/rllint/rllint/internal/showing/checkout"
	"github.com/rllint/rllint/internal/showing/findings"
	"github.com/rllint/rllint/internal/showing/sourcetext"
)

// SARIF writes the findings and the rules' documentation as SARIF 2.1.0, for code
// scanning. The fingerprints stay the same when lines move. A run in which something
// could not be analysed says so: whoever compares it with an earlier one must not take what
// is missing for repaired.
func SARIF(w io.Writer, run Run) error {
	s := &sarifWriter{run: run}
	out := sarifRun{
		Tool:               sarifTool{Driver: newSARIFDriver(run)},
		Invocations:        []sarifInvocation{s.invocation()},
		OriginalURIBaseIDs: map[string]sarif.ArtifactLocation{rootID: {URI: directoryURI(run.Root)}},
		ColumnKind:         "unicodeCodePoints",
		Results:            []sarifResult{},
	}
	if v := run.Source; v.Repository != "" {
		out.Provenance = []sarifProvenance{{v.Repository, v.Revision, v.Branch, sarif.ArtifactLocation{URIBaseID: rootID}}}
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

// rootID stands for [Run.Root] in the names of files.
const rootID = "%SRCROOT%"

func (s *sarifWriter) invocation() sarifInvocation {
	out := sarifInvocation{
		ExecutionSuccessful: len(s.run.Problems) == 0,
		WorkingDirectory:    sarif.ArtifactLocation{URI: directoryURI(s.run.Dir)},
	}
	for _, p := range s.run.Problems {
		out.Notifications = append(out.Notifications, sarifNotification{
			Level:   sarif.Error,
			Message: sarif.Message{Text: strings.TrimPrefix(p.String(), s.run.Dir+string(filepath.Separator))},
		})
	}
	return out
}

func (s *sarifWriter) result(f findings.Finding) sarifResult {
	result := sarif.Result{
		RuleID:    f.Rule,
		Kind:      sarif.Fail,
		Level:     f.Level.String(),
		Message:   sarif.Message{Text: f.Message},
		Locations: []sarif.Location{s.location(f.Position, f.End)},
	}
	for i, r := range f.Related {
		if i == mostRelated {
			break
		}
		location := s.location(r.Position, r.End)
		location.ID = i + 1
		location.Message = &sarif.Message{Text: r.Message}
		result.RelatedLocations = append(result.RelatedLocations, location)
	}
	for _, fix := range f.Fixes {
		result.Fixes = append(result.Fixes, s.fix(fix))
	}
	return sarifResult{Result: result, CodeFlows: s.flow(f)}
}

// mostRelated bounds the related locations of a result: code scanning refuses a file with
// a result that has more than a thousand locations.
const mostRelated = 500

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
	if path, inside := checkout.Relative(s.run.Root, name); inside {
		return sarif.ArtifactLocation{URI: (&url.URL{Path: path}).String(), URIBaseID: rootID}
	}
	return sarif.ArtifactLocation{URI: fileURI(name)}
}

// fileURI returns the URI of an absolute file name.
func fileURI(name string) string {
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// directoryURI is fileURI for a directory, which must end in a slash for other names to be
// relative to it.
func directoryURI(name string) string {
	return strings.TrimSuffix(fileURI(name), "/") + "/"
}
