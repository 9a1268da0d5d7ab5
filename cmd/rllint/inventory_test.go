package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	found := string(printed(found, "-color=never", "-RL1003"))
	for _, place := range []string{"main.go:27:26: controller core/v1.Pod ", "main.go:32:26: controller core/v1.Node ", "main.go:38:26: 2 controllers (core/v1.Secret, core/v1.ConfigMap) "} {
		if !strings.Contains(found, place) {
			t.Errorf("no finding %sin\n%s", place, found)
		}
	}
}
