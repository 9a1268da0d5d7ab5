package load_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/driving/load"
)

// A main package whose path ends in .test is not the generated one that runs a package's tests.
func TestPathLikeTestMain(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/m.test

go 1.26
-- main.go --
package main

func main() {}
-- main_test.go --
package main

import "testing"

func TestMain(*testing.M) {}
-- cmd.test/main.go --
package main

func main() {}
-- a/a.go --
package a
-- a/a_test.go --
package a

import "testing"

func TestA(*testing.T) {}
`)
	cfg := load.Config{Dir: dir, Env: append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off"), Matters: never, Tests: true}
	prog, err := load.Load(context.Background(), cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, p := range prog.Packages {
		if p.Named {
			named = append(named, p.ID)
		}
	}
	slices.Sort(named)
	want := []string{
		"example.com/m.test", "example.com/m.test [example.com/m.test.test]",
		"example.com/m.test/a", "example.com/m.test/a [example.com/m.test/a.test]", "example.com/m.test/cmd.test",
	}
	if !slices.Equal(named, want) {
		t.Errorf("named are %q, want %q", named, want)
	}
}
