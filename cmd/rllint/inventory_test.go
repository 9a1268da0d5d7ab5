package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestInventoryOfHelper checks that the controllers that one function makes are entries of their own, with the values
// that the findings speak of.
func TestInventoryOfHelper(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(corpus)
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=readonly")
	printed := func(want int, args ...string) []byte {
		var stdout, stderr bytes.Buffer
		if code := run(append(args, "./flags/reads/..."), &stdout, &stderr); code != want {
			t.Fatalf("rllint %v ends with %d:\n%s", args, code, stderr.String())
		}
		return stdout.Bytes()
	}
	var document struct {
		Controllers []struct {
			For         string
			Concurrency struct{ Flag, At string }
		}
	}
	if err := json.Unmarshal(printed(clean, "inventory", "-json"), &document); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range document.Controllers {
		got = append(got, fmt.Sprintf("%s %s %s", c.For, c.Concurrency.Flag, c.Concurrency.At))
	}
	want := []string{
		"core/v1.ConfigMap WORKERS flags/reads/main.go:38",
		"core/v1.Namespace WORKERS flags/reads/env/env.go:11",
		"core/v1.Node WORKERS flags/reads/main.go:32",
		"core/v1.Pod WORKERS flags/reads/main.go:27",
		"core/v1.Secret WORKERS flags/reads/main.go:38",
		"core/v1.Service WORKERS flags/reads/env/env.go:11",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the inventory has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	found := string(printed(clean, "-color=never", "-RL1003"))
	for _, place := range []string{"main.go:27:26: note: controller core/v1.Pod ", "main.go:32:26: note: controller core/v1.Node ",
		"main.go:38:26: note: 2 controllers (core/v1.Secret, core/v1.ConfigMap) "} {
		if !strings.Contains(found, place) {
			t.Errorf("no finding %sin\n%s", place, found)
		}
	}
}

// TestInventoryDefaults checks that what a flag's default comes to is computed: the client of the example provider has five
// times the rate.
func TestInventoryDefaults(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "testdata", "src", "provider"))
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	var stdout, stderr bytes.Buffer
	if code := run([]string{"inventory", "-json", "./..."}, &stdout, &stderr); code != clean {
		t.Fatalf("rllint inventory ends with %d:\n%s", code, stderr.String())
	}
	var document struct {
		Controllers []struct {
			For, ControllerRuntime string
			Concurrency            struct{ Flag, Default string }
			Client                 struct{ Verdict, QPS, Burst string }
		}
		Program []struct {
			Rates []struct{ Input, Default string }
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	for _, c := range document.Controllers {
		got := fmt.Sprintf("%s %s/%s", c.Client.Verdict, c.Client.QPS, c.Client.Burst)
		if got != "rate 50/100" {
			t.Errorf("the client of %s is %s, want rate 50/100", c.For, got)
		}
		if c.Concurrency.Flag != "" && c.Concurrency.Default != "10" {
			t.Errorf("the workers of %s are %q by default, want 10", c.For, c.Concurrency.Default)
		}
		if c.ControllerRuntime != "v0.23.3" {
			t.Errorf("%s is built with controller-runtime %q", c.For, c.ControllerRuntime)
		}
	}
	if len(document.Program) != 1 || fmt.Sprint(document.Program[0].Rates) != "[{flag max-reconcile-rate 10}]" {
		t.Errorf("the rates are %v", document.Program)
	}
}

// TestInventoryTellsMannerOfMiddleware lists whether middleware waits for a token, or sends back what has none.
func TestInventoryTellsMannerOfMiddleware(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=readonly")
	for dir, want := range map[string]map[string]string{
		"homegrown": {
			"allow": "sends back", "reserve": "sends back", "when": "sends back",
			"wait": "waits", "function": "waits", "method": "waits", "interface": "waits", "costly": "waits", "unused": "",
		},
		"crossplane2": {"service": "sends back"},
	} {
		t.Chdir(filepath.Join(corpus, dir))
		var stdout, stderr bytes.Buffer
		if code := run([]string{"inventory", "-json", "./..."}, &stdout, &stderr); code != clean {
			t.Fatalf("rllint inventory ends with %d:\n%s", code, stderr.String())
		}
		var document struct {
			Controllers []struct {
				Name       string
				Middleware struct{ Manner string }
			}
		}
		if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		for _, c := range document.Controllers {
			if manner, ok := want[c.Name]; ok {
				delete(want, c.Name)
				if c.Middleware.Manner != manner {
					t.Errorf("%s: %q, want %q", c.Name, c.Middleware.Manner, manner)
				}
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: not listed: %v", dir, want)
		}
	}
}

// TestInventoryAfterFindings checks that the inventory is made of what the rules' run kept, and the other way round that the rules
// report the same after the inventory: a run that analyses something writes it to the store.
func TestInventoryAfterFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds: it analyses a program anew, again and again")
	}
	t.Chdir(filepath.Join("..", "..", "testdata", "src", "provider"))
	t.Setenv("GOWORK", "off")
	printed := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		if code := run(append(args, "./..."), &stdout, &stderr); code == failed {
			t.Fatalf("rllint %v ends with %d:\n%s", args, code, stderr.String())
		}
		return stdout.String()
	}
	entries := func() map[string]int64 {
		sizes := make(map[string]int64)
		err := filepath.WalkDir(os.Getenv("RLLINT_CACHE"), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			info, err := e.Info()
			sizes[path] = info.Size()
			return err
		})
		if err != nil || len(sizes) == 0 {
			t.Fatalf("the store has %d files: %v", len(sizes), err)
		}
		return sizes
	}
	inventory, findings := printed("inventory", "-cache=off", "-json"), printed("-cache=off", "-json")

	t.Setenv("RLLINT_CACHE", t.TempDir())
	if got := printed("-json"); got != findings {
		t.Errorf("findings from nothing:\n%s\nwithout the store:\n%s", got, findings)
	}
	kept := entries()
	if got := printed("inventory", "-json"); got != inventory {
		t.Errorf("the inventory after the findings:\n%s\nwithout the store:\n%s", got, inventory)
	}
	if !maps.Equal(entries(), kept) {
		t.Error("the inventory analyses what the rules' run has analysed")
	}

	t.Setenv("RLLINT_CACHE", t.TempDir())
	printed("inventory", "-json")
	if got := printed("-json"); got != findings {
		t.Errorf("findings after the inventory:\n%s\nwithout the store:\n%s", got, findings)
	}
}
