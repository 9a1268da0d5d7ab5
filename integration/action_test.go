package integration

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// An action is what of action.yml runs on any machine: its inputs and its scripts.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			ID, Name, Run, If, Uses string
			Dir                     string `yaml:"working-directory"`
			Env, With               map[string]string
		}
	}
}

// TestAction runs the scripts of action.yml one after the other, as a workflow does,
// with findings, without any, and where the code cannot be analysed.
func TestAction(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	// A file is called what a shell would make of the pattern.
	excluded := "-exclude=* -RL1001=false"
	found := scratch(t, map[string]string{"bad.go": badSource, "-exclude=none": "", "clean.go": cleanSource})
	none := scratch(t, map[string]string{"clean.go": cleanSource})
	broken := scratch(t, map[string]string{"broken.go": "package scratch\n\nvar x int = missing\n"})
	nested := scratch(t, nil)
	if err := os.CopyFS(filepath.Join(nested, "operators", "one"), os.DirFS(found)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(nested, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, dir string
		inputs    map[string]string
		code      string // of the analysis
		ends      bool   // whether the last step ends well
		sarif     string // in the file that is uploaded; "" if there is none
		category  string // of the upload
		output    string // in the log
	}{
		{"findings", found, nil, "1", false, `"ruleId": "RL0001"`, "rllint", "bad.go:3:13: " + badFinding},
		{"findings that are no failure", found, map[string]string{"fail": "false"}, "1", true, `"ruleId": "RL0001"`, "rllint", badFinding},
		{"annotations", found, map[string]string{"sarif": "false"}, "1", false, "", "", "::warning file=bad.go,line=3"},
		{"arguments", found, map[string]string{"args": "-RL1001 -RL1002", "packages": ". ./..."}, "0", true, `"results": []`, "rllint", ""},
		{"a pattern", found, map[string]string{"args": excluded}, "0", true, `"results": []`, "rllint", ""},
		{"a module in a directory", nested, map[string]string{"working-directory": "operators/one"}, "1", false, `"uri": "operators/one/bad.go"`, "rllint/operators/one", ""},
		{"a category", nested, map[string]string{"working-directory": "operators/one", "category": "one"}, "1", false, `"ruleId": "RL0001"`, "one", ""},
		{"no findings", none, nil, "0", true, `"results": []`, "rllint", ""},
		{"broken code", broken, nil, "2", false, "", "", "undefined: missing"},
		{"broken code, whatever fail says", broken, map[string]string{"fail": "false"}, "2", false, "", "", "undefined: missing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			job := newJob(t, root, test.dir, test.inputs)
			ends := job.run(t)
			if job.outputs["code"] != test.code || ends != test.ends {
				t.Errorf("code %s, ends well: %v; want %s, %v\n%s", job.outputs["code"], ends, test.code, test.ends, job.log.String())
			}
			if !strings.Contains(job.log.String(), test.output) {
				t.Errorf("the log has no %s:\n%s", test.output, job.log.String())
			}
			if list, err := os.ReadDir(job.kept); err != nil || len(list) == 0 {
				t.Errorf("what is to be kept for the next run is not in %s: %d files, %v", job.kept, len(list), err)
			}
			upload := job.uploads
			if upload["category"] != test.category {
				t.Errorf("uploaded as %q, want %q", upload["category"], test.category)
			}
			if test.sarif == "" {
				if name := upload["sarif_file"]; name != "" {
					t.Errorf("%s would be uploaded", name)
				}
				return
			}
			if data, err := os.ReadFile(upload["sarif_file"]); err != nil || !strings.Contains(string(data), test.sarif) {
				t.Errorf("%v; the file has no %s:\n%s", err, test.sarif, data)
			}
		})
	}
}

// A job is one run of the action.
type job struct {
	action  action
	dir     string // of the checkout
	temp    string // of the runner
	env     []string
	inputs  map[string]string
	outputs map[string]string // of the step called run
	uploads map[string]string // what the step that uploads is given; nil if it does not run
	kept    string            // the folder that is kept for the next run; "" if there is none
	log     strings.Builder
}

func newJob(t *testing.T, root, dir string, inputs map[string]string) *job {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	j := &job{dir: dir, temp: t.TempDir(), inputs: make(map[string]string), outputs: make(map[string]string)}
	if err := yaml.Unmarshal(data, &j.action); err != nil {
		t.Fatal(err)
	}
	for name, input := range j.action.Inputs {
		j.inputs[name] = input.Default
	}
	for name, value := range inputs {
		j.inputs[name] = value
	}
	j.env = environment("GITHUB_ACTION_PATH="+root, "GITHUB_WORKSPACE="+dir)
	return j
}

// run runs the steps and reports whether the last one ended well.
func (j *job) run(t *testing.T) bool {
	t.Helper()
	ends := false
	for _, step := range j.action.Runs.Steps {
		if step.Run == "" {
			if !pinned.MatchString(step.Uses) {
				t.Fatalf("%q is not pinned", step.Uses)
			}
			switch {
			case step.If == "inputs.cache == 'true'":
				if j.inputs["cache"] == "true" {
					j.kept = j.expand(t, step.With["path"])
				}
			case step.If != "steps.run.outputs.sarif-file != ''":
				t.Fatalf("the test does not know when %q runs: if %s", step.Uses, step.If)
			case j.outputs["sarif-file"] != "":
				j.uploads = make(map[string]string)
				for name, value := range step.With {
					j.uploads[name] = j.expand(t, value)
				}
			}
			continue
		}
		path, output := filepath.Join(j.temp, "path"), filepath.Join(j.temp, "output")
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = filepath.Join(j.dir, j.expand(t, step.Dir))
		cmd.Env = append(j.env, "GITHUB_PATH="+path, "GITHUB_OUTPUT="+output)
		for name, value := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+j.expand(t, value))
		}
		out, err := cmd.CombinedOutput()
		fmt.Fprintf(&j.log, "== %s: %v\n%s", step.Name, err, out)
		ends = err == nil
		if added, err := os.ReadFile(path); err == nil {
			j.env = append(j.env, "PATH="+strings.TrimSpace(string(added))+":"+os.Getenv("PATH"))
		}
		if written, err := os.ReadFile(output); err == nil && step.ID == "run" {
			for line := range strings.Lines(string(written)) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
				j.outputs[name] = value
			}
		}
	}
	return ends
}

// pinned is the name of an action with the hash of a commit, which nobody can move.
var pinned = regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40}$`)

var expression = regexp.MustCompile(`\$\{\{ *([a-z.-]+) *\}\}`)

// expand replaces the expressions in a text by what a workflow has for them.
func (j *job) expand(t *testing.T, text string) string {
	return expression.ReplaceAllStringFunc(text, func(match string) string {
		name := expression.FindStringSubmatch(match)[1]
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			return j.inputs[input]
		}
		if output, ok := strings.CutPrefix(name, "steps.run.outputs."); ok {
			return j.outputs[output]
		}
		if name != "runner.temp" {
			t.Fatalf("the test does not know %s", name)
		}
		return j.temp
	})
}
