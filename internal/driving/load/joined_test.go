package load_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/driving/store"
)

// A module that is listed as a requirement of another is by itself what it is in a workspace of both, and so is the other one. What
// the store has of their packages is the same as of those of each module alone.
func TestJoined(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m

go 1.24
-- lib/lib.go --
package lib
-- cmd/a/go.mod --
module example.com/a

go 1.25

require example.com/m v0.0.0

replace example.com/m => ../..
-- cmd/a/main.go --
package main

import _ "example.com/m/lib"

func main() {}
-- joined/go.mod --
module example.com/m

go 1.25

require example.com/a v0.0.0

replace example.com/a => ./cmd/a
`)
	kept, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	keys := func(joined *load.Joined, flags []string, patterns ...string) (map[string]store.Key, map[string]packages.Module) {
		cfg := load.Config{
			Dir: dir, Env: append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off"), BuildFlags: flags,
			Store: kept, Joined: joined, Matters: never,
		}
		prog, err := load.Load(context.Background(), cfg, patterns...)
		if err != nil {
			t.Fatal(err)
		}
		keys, modules := make(map[string]store.Key), make(map[string]packages.Module)
		for _, p := range prog.Packages {
			keys[p.Path], modules[p.Path] = prog.Key(p), *p.Module
		}
		return keys, modules
	}
	alone, _ := keys(nil, nil, "./...")
	flags := []string{"-mod=readonly", "-modfile=" + filepath.Join(dir, "joined", "go.mod")}
	together, modules := keys(&load.Joined{GoVersion: "1.24", Modules: []string{"example.com/a"}}, flags, "./...", "example.com/a/...")
	if len(together) != 2 || together["example.com/m/lib"] != alone["example.com/m/lib"] {
		t.Errorf("the key of the library is %x, want that of the module alone in %x", together, alone)
	}
	for path, want := range map[string]packages.Module{
		"example.com/m/lib": {Path: "example.com/m", Main: true, Dir: dir, GoVersion: "1.24"},
		"example.com/a":     {Path: "example.com/a", Main: true, Dir: filepath.Join(dir, "cmd", "a"), GoVersion: "1.25"},
	} {
		if m := modules[path]; m.Path != want.Path || m.Version != "" || m.Replace != nil || !m.Main || m.Dir != want.Dir ||
			m.GoVersion != want.GoVersion {
			t.Errorf("%s is of %+v, want %+v", path, m, want)
		}
	}
}
