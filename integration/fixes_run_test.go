package integration

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFixedPrograms makes the fixes of the analysed programs, builds some and runs them: their controllers are set up,
// and each is handed one request where its manager would start. A limiter that is nil panics there. No fix makes what
// a controller runs under worse.
func TestFixedPrograms(t *testing.T) {
	rllint := program(t, "../cmd/rllint")
	manager := changedManager(t) // one for all, so that it is compiled once
	for _, module := range []struct {
		folder, flag string
		programs     []string // those that are run; the others of the module use types that no API server has
	}{
		{".", "-fix", []string{"held", "builder", "workers"}},
		{".", "-fix=workers", []string{"handedconst", "optionfield", "siblings", "twomains", "loop", "numbers"}},
	} {
		t.Run(module.folder+module.flag, func(t *testing.T) {
			dir := copied(t, module.folder)
			env := environment("RLLINT_CACHE=" + t.TempDir())
			before, inventory := goFiles(t, dir), inventoryOf(t, rllint, dir, env)
			out, _ := combined(dir, env, rllint, module.flag, "./...")
			fixed := 0
			for file, text := range goFiles(t, dir) {
				if text != before[file] {
					fixed++
				}
			}
			if fixed == 0 {
				t.Fatalf("nothing is fixed:\n%s", out)
			}
			compareInventories(t, inventory, inventoryOf(t, rllint, dir, env), module.flag == "-fix")
			reconcileAll(t, dir, env, manager, module.programs)
		})
	}
}

// limits is what an inventory says of one controller, by attribute.
type limits map[string]struct {
	Verdict string `json:"verdict"`
	Value   string `json:"value"`
}

// inventoryOf returns the controllers of a module, each with the name of its program.
func inventoryOf(t *testing.T, rllint, dir string, env []string) map[string]limits {
	t.Helper()
	cmd := exec.Command(rllint, "inventory", "-format=json", "./...")
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 2 { // some have code that is not followed to its end, on purpose
		t.Fatal(err)
	}
	var inventory struct {
		Controllers []map[string]json.RawMessage `json:"controllers"`
	}
	if err := json.Unmarshal(out, &inventory); err != nil {
		t.Fatal(err)
	}
	list, times := make(map[string]limits), make(map[string]int)
	for _, c := range inventory.Controllers {
		key := fmt.Sprintf("%s of %s in %s, for %s", c["name"], c["main"], c["file"], c["for"])
		times[key]++
		one := make(limits)
		for _, attribute := range []string{"limiter", "middleware", "concurrency"} {
			v := one[attribute]
			if err := json.Unmarshal(c[attribute], &v); err != nil {
				t.Fatal(err)
			}
			one[attribute] = v
		}
		list[fmt.Sprintf("%s (%d)", key, times[key])] = one
	}
	return list
}

// good are the verdicts that are as they should be.
var good = map[string]bool{"shared": true, "wrapped": true, "rate": true}

// compareInventories reports controllers that a fix loses or worsens. The numbers of workers are the same after a
// plain fix, but where nobody had chosen one.
func compareInventories(t *testing.T, before, after map[string]limits, plain bool) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(before)) {
		was, is := before[name], after[name]
		if is == nil {
			t.Errorf("controller %s is gone", name)
			continue
		}
		for attribute := range was {
			siblings := was[attribute].Verdict == "unset" && is[attribute].Verdict == "flag" // what others have
			if was[attribute].Verdict != is[attribute].Verdict && !good[is[attribute].Verdict] && !siblings {
				t.Errorf("controller %s: %s was %s, and is %s", name, attribute, was[attribute].Verdict, is[attribute].Verdict)
			}
		}
		if plain && was["concurrency"] != is["concurrency"] && was["concurrency"].Verdict != "unset" {
			t.Errorf("controller %s has other workers: %v, before %v", name, is["concurrency"], was["concurrency"])
		}
	}
}

// startInstead stands where the manager of controller-runtime would start: each controller gets one request.
const startInstead = `
	reconciled := 0
	for _, group := range []*runnableGroup{cm.runnables.LeaderElection, cm.runnables.Others} {
		for _, r := range group.startQueue {
			c, ok := r.Runnable.(interface {
				Reconcile(context.Context, reconcile.Request) (reconcile.Result, error)
			})
			if !ok {
				continue
			}
			within, stop := context.WithTimeout(ctx, 5*time.Second)
			done := make(chan error, 1)
			go func() {
				_, err := c.Reconcile(within, reconcile.Request{})
				done <- err
			}()
			select {
			case err := <-done:
				fmt.Println("reconciled:", err)
				reconciled++
			case <-within.Done():
				fmt.Println("it takes its time")
			}
			stop()
		}
	}
	fmt.Println("end")
	os.Exit(0)
`

var startFunc = regexp.MustCompile(`(?m)^func \(cm \*controllerManager\) Start\(.*\{$`)

const runtimePath = "sigs.k8s.io/controller-runtime"

// changedManager returns a copy of controller-runtime whose manager reconciles where it would start.
func changedManager(t *testing.T) string {
	t.Helper()
	dir := filepath.Join("..", "testdata", "src")
	runtime := filepath.Join(t.TempDir(), "controller-runtime")
	original := mustRun(t, dir, append(os.Environ(), "GOWORK=off"), "go", "list", "-m", "-f", "{{.Dir}}", runtimePath)
	copyGo(t, runtime, strings.TrimSpace(original))
	manager := filepath.Join(runtime, "pkg", "manager", "internal.go")
	source, err := os.ReadFile(manager)
	if err != nil {
		t.Fatal(err)
	}
	at := startFunc.FindIndex(source)
	if at == nil {
		t.Fatalf("%s has no Start", manager)
	}
	changed := string(source[:at[1]]) + startInstead + string(source[at[1]:])
	for _, imported := range []string{"os", runtimePath + "/pkg/reconcile"} {
		if !strings.Contains(changed, "\""+imported+"\"\n") {
			changed = strings.Replace(changed, "import (\n", "import (\n\t\""+imported+"\"\n", 1)
		}
	}
	write(t, filepath.Dir(manager), map[string]string{"internal.go": changed})
	return runtime
}

// reconcileAll builds programs of a module with a changed controller-runtime, and runs them.
func reconcileAll(t *testing.T, dir string, env []string, runtime string, folders []string) {
	t.Helper()
	aside := t.TempDir()
	write(t, aside, map[string]string{"kubeconfig": kubeconfig})
	mustRun(t, dir, env, "go", "mod", "edit", "-replace="+runtimePath+"="+runtime)
	list := []string{"list", "-f", "{{if eq .Name \"main\"}}{{.ImportPath}}{{end}}"}
	for _, folder := range folders {
		list = append(list, "./"+folder+"/...")
	}
	programs := strings.Fields(mustRun(t, dir, env, "go", list...))
	for i, path := range programs {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			binary := filepath.Join(aside, fmt.Sprint("program", i))
			mustRun(t, dir, env, "go", "build", "-ldflags=-s -w", "-o", binary, path)
			out, _ := combined(aside, append(slices.Clone(env), "KUBECONFIG="+filepath.Join(aside, "kubeconfig")), binary)
			if strings.Contains(out, "[recovered]") || strings.Contains(out, "nil pointer") {
				t.Errorf("it panics:\n%s", out)
			}
			if !strings.Contains(out, "reconciled:") {
				t.Errorf("it reconciles nothing:\n%s", out)
			}
			if err := os.Remove(binary); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// copyGo copies the Go files of a module, without tests, so that they may be changed.
func copyGo(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" && d.Name() != "go.mod" && d.Name() != "go.sum":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// kubeconfig names a server that nobody runs.
const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
current-context: a
users: [{name: a, user: {}}]
`
