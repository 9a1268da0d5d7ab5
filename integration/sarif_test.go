package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSARIF checks the SARIF of runs with and without findings against the official schema.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	dir := scratch(t, map[string]string{"clean.go": cleanSource, "a,b% c.go": badSource})
	provider := filepath.Join("..", "testdata", "src", "provider")
	broken := scratch(t, map[string]string{"bad.go": "package scratch\n\nvar x int = missing\n"})
	for _, run := range []struct{ dir, rules, part string }{
		{broken, "-RL1001=false", `"executionSuccessful": false`},
		{dir, "-RL1001=false", `"ruleId": "RL0001"`},
		{dir, "-RL1001", `"results": []`},
		{provider, "-RL0001=false", `"relatedLocations"`},
		{provider, "-RL0001=false", `"fixes": [`},
	} {
		cmd := exec.Command(program(t, "../cmd/rllint"), "-f", "sarif", run.rules, "./...")
		cmd.Dir, cmd.Env = run.dir, append(os.Environ(), "GOWORK=off")
		out, _ := cmd.Output() // what is written says whether all went well
		if !bytes.Contains(out, []byte(run.part)) {
			t.Errorf("%s has no %s:\n%s", run.dir, run.part, out)
		}
		log, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Errorf("%s %s: %v in\n%s", run.dir, run.rules, err, out)
		}
		for _, fault := range uploadFaults(t, out) {
			t.Errorf("%s %s: %s", run.dir, run.rules, fault)
		}
	}

	// A check that accepts everything would show nothing.
	if faults := uploadFaults(t, []byte(`{"runs": [{"results": [{}]}]}`)); len(faults) != 3 {
		t.Errorf("an empty result has the faults %q", faults)
	}
	if err := schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{}}}); err == nil {
		t.Error("a run without a tool is accepted")
	}
}

// sarifSchema reads the schema from gosec, which golangci-lint requires and which
// keeps a copy for its own tests.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	gosec := mustRun(t, ".", environment("GOFLAGS="), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/securego/gosec/v2")
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(strings.TrimSpace(gosec), "report", "sarif", "testdata",
		"sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// uploadFaults lists what GitHub's documentation of SARIF support for code scanning
// forbids or asks for beyond the schema.
func uploadFaults(t *testing.T, data []byte) []string {
	t.Helper()
	type message struct{ Text, Markdown string }
	type location struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI, URIBaseID string }
			Region           struct{ StartLine int }
		}
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct {
						ID                                      string
						ShortDescription, FullDescription, Help message
						Properties                              struct{ Tags []string }
					}
				}
			}
			Results []struct {
				RuleID                      string
				Message                     message
				Locations, RelatedLocations []location
			}
		}
	}
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	var faults []string
	fault := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	long := func(m message) bool { return m.Text == "" || len([]rune(m.Text)) > 1024 }
	fault(len(log.Runs) > 20, "%d runs, at most 20", len(log.Runs))
	for _, run := range log.Runs {
		rules := make(map[string]bool)
		for _, r := range run.Tool.Driver.Rules {
			rules[r.ID] = true
			fault(long(r.ShortDescription), "%s: a short description of 1 to 1024 characters is wanted", r.ID)
			fault(long(r.FullDescription), "%s: a full description of 1 to 1024 characters is wanted", r.ID)
			fault(r.Help.Text == "" || r.Help.Markdown == "", "%s: there is no help", r.ID)
			fault(len(r.Properties.Tags) > 20, "%s: more than 20 tags", r.ID)
		}
		fault(len(run.Results) > 25000, "%d results, at most 25,000", len(run.Results))
		for _, r := range run.Results {
			fault(!rules[r.RuleID], "a result of the rule %q, which is not listed", r.RuleID)
			fault(r.Message.Text == "", "a result without a message")
			fault(len(r.Locations) != 1, "a result with %d locations, of which one is shown", len(r.Locations))
			fault(len(r.RelatedLocations) > 1000, "a result with %d related locations, at most 1,000", len(r.RelatedLocations))
			for _, l := range r.Locations {
				fault(l.PhysicalLocation.Region.StartLine < 1, "a location without a line")
				fault(l.PhysicalLocation.ArtifactLocation.URIBaseID == "", "%s is not in the repository", l.PhysicalLocation.ArtifactLocation.URI)
			}
		}
	}
	return faults
}
