package integration

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A runner runs workflows on this machine as a whole. Act stands in for GitHub's own runner: it reads
// the workflow and action.yml, evaluates expressions and conditions, and hands variables, paths and
// outputs from step to step.
type runner struct {
	act   string
	flags []string // that say where the actions are that workflows use
	env   []string
}

// A run is what became of one run of a workflow.
type run struct {
	ok    bool
	log   string
	given map[string][]map[string]string // what each stand-in was given, by its name, in the order of the steps
	sarif map[string]string              // the files that were uploaded, by category
	pages map[string]string              // the files that were attached, by name
}

const actVersion = "v0.2.89"

// Each stand-in notes what it is given, on one line, since jobs run at the same time. Setup-go sets GOTOOLCHAIN as the true one does since
// v6, and puts the Go of SETUP_GOROOT first if there is one.
var standIns = map[string]string{
	"setup-go": `
        if [ -n "$SETUP_GOROOT" ]; then echo "$SETUP_GOROOT/bin" >> "$GITHUB_PATH"; fi
        echo GOTOOLCHAIN=local >> "$GITHUB_ENV"`,
	"cache": "",
	"upload-artifact": `
        cp "$ARTIFACT" "$RECORD/$(basename "$ARTIFACT")"`,
	"upload-sarif": `
        cp "$FILE" "$RECORD/$(basename "$FILE")"`,
}

const standIn = `name: a stand-in
inputs: {path: {}, name: {}, key: {}, restore-keys: {}, sarif_file: {}, category: {}, checkout_path: {}, go-version-file: {}}
runs:
  using: composite
  steps:
    - shell: bash
      env:
        GIVEN: ${{ toJSON(inputs) }}
        FILE: ${{ inputs.sarif_file }}
        ARTIFACT: ${{ inputs.path }}
      run: |
        echo "${GIVEN//$'\n'/ }" >> "$RECORD/NAME.json"`

var (
	// pinned is the name of an action with the hash of a commit, which nobody can move.
	pinned   = regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`)
	used     = regexp.MustCompile(`(?m)^ *(?:- )?uses: (\S+)`)
	controls = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// newRunner returns a runner with stand-ins for the actions that workflow and action.yml use, except rllint's
// own, which is this repository, and actions/checkout, of which act has its own.
func newRunner(t *testing.T, workflow string) *runner {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	action, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("act needs Node.js for the expression hashFiles, and there is none")
	}
	dir := t.TempDir()
	// The second time it is there, and nothing is linked.
	if out, ok := combined(dir, environment("GOFLAGS=", "GOBIN="+built.dir), "go", "install", "github.com/nektos/act@"+actVersion); !ok {
		t.Skipf("act, which runs workflows, cannot be had here: %s", out)
	}
	r := &runner{act: filepath.Join(built.dir, "act"), env: actEnvironment(t, dir)}
	for _, match := range used.FindAllStringSubmatch(string(action), -1) {
		if !pinned.MatchString(match[1]) {
			t.Errorf("action.yml uses %s, which is not pinned to a commit", match[1])
		}
		r.standIn(t, dir, match[1])
	}
	for _, match := range used.FindAllStringSubmatch(workflow, -1) {
		switch {
		case strings.HasPrefix(match[1], "rllint/rllint@"):
			r.flags = append(r.flags, "--local-repository="+match[1]+"="+root)
		case !strings.HasPrefix(match[1], "actions/checkout@"):
			r.standIn(t, dir, match[1])
		}
	}
	return r
}

// actEnvironment keeps act's files in dir, and lets the go command find what it has compiled for another run,
// whose checkout of the action is in another folder. Each run links rllint, which is quicker without what debuggers read.
func actEnvironment(t *testing.T, dir string) []string {
	t.Helper()
	settings := strings.Split(strings.TrimSpace(mustRun(t, dir, os.Environ(), "go", "env", "GOCACHE", "GOMODCACHE", "GOENV")), "\n")
	goenv, err := os.ReadFile(settings[2])
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{"goenv": string(goenv) + "\nGOFLAGS=-trimpath -ldflags=-w\n"})
	// There is no release where the action looks for one: what is tried is this tree.
	return append(os.Environ(), "RELEASES=file://"+filepath.Join(dir, "releases"), "GOWORK=", "GOFLAGS=", "GOCACHE="+settings[0],
		"GOMODCACHE="+settings[1], "GOENV="+filepath.Join(dir, "goenv"),
		"XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
}

// standIn makes the stand-in of an action, such as owner/repository/folder@version.
func (r *runner) standIn(t *testing.T, dir, action string) {
	t.Helper()
	name, version, _ := strings.Cut(action, "@")
	parts := strings.SplitN(name, "/", 3)
	repository := filepath.Join(dir, parts[0], parts[1], version)
	folder := filepath.Join(append([]string{repository}, parts[2:]...)...)
	script, ok := standIns[filepath.Base(name)]
	if !ok {
		t.Fatalf("there is no stand-in for %s", action)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, folder, map[string]string{"action.yml": strings.ReplaceAll(standIn, "NAME", filepath.Base(name)) + script + "\n"})
	r.flags = append(r.flags, "--local-repository="+strings.Join(parts[:2], "/")+"@"+version+"="+repository)
}

// run commits the files of dir and runs the workflow there.
func (r *runner) run(t *testing.T, dir, workflow string, env ...string) run {
	t.Helper()
	checkout, record := t.TempDir(), t.TempDir()
	if err := os.CopyFS(checkout, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "workflow.yml")
	if err := os.WriteFile(file, []byte(workflow), 0o600); err != nil {
		t.Fatal(err)
	}
	commitAll(t, checkout)
	args := append([]string{"push", "--platform=ubuntu-latest=-self-hosted", "--workflows=" + file}, r.flags...)
	out, ok := combined(checkout, append(append(r.env, "RECORD="+record), env...), r.act, args...)
	result := run{ok: ok, log: controls.ReplaceAllString(out, ""), given: make(map[string][]map[string]string), sarif: make(map[string]string),
		pages: make(map[string]string)}
	for name := range standIns {
		result.given[name] = readGiven(t, filepath.Join(record, name+".json"))
	}
	for _, upload := range result.given["upload-sarif"] {
		data, err := os.ReadFile(filepath.Join(record, filepath.Base(upload["sarif_file"])))
		if err != nil {
			t.Error(err)
		}
		result.sarif[upload["category"]] = string(data)
	}
	for _, upload := range result.given["upload-artifact"] {
		data, err := os.ReadFile(filepath.Join(record, filepath.Base(upload["path"])))
		if err != nil {
			t.Error(err)
		}
		result.pages[upload["name"]] = string(data)
	}
	return result
}

// readGiven reads the objects in a file of JSON; a file that is not there has none.
func readGiven(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []map[string]string
	for decoder := json.NewDecoder(file); ; {
		var given map[string]string
		if err := decoder.Decode(&given); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, given)
	}
}
