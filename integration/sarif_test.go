package integration

import (
	"bytes"
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
	for _, run := range []struct{ dir, rules, part string }{
		{dir, "-RL1001=false", `"ruleId": "RL0001"`},
		{dir, "-RL1001", `"results": []`},
		{provider, "-RL0001=false", `"relatedLocations"`},
	} {
		cmd := exec.Command(program(t, "../cmd/rllint"), "-f", "sarif", run.rules, "./...")
		out := output(t, cmd, run.dir, append(os.Environ(), "GOWORK=off"))
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
	}

	// A schema that accepts everything would show nothing.
	if err := schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{}}}); err == nil {
		t.Error("a run without a tool is accepted")
	}
}

// sarifSchema reads the schema from gosec, which golangci-lint requires and which
// keeps a copy for its own tests.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	gosec := mustRun(t, ".", environment("GOFLAGS="), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/securego/gosec/v2")
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(strings.TrimSpace(gosec), "report", "sarif", "testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
