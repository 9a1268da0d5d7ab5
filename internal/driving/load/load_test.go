package load_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rllint/rllint/internal/driving/load"
)

// program loads the packages of a module whose files are those of a txtar archive.
func program(t *testing.T, archive string, matters func(path string, imports []string) bool, patterns ...string) *load.Program {
	t.Helper()
	dir := write(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n"+archive)
	return loadDir(t, dir, []string{"GOPROXY=off"}, matters, patterns...)
}

func write(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func loadDir(t *testing.T, dir string, vars []string, matters func(path string, imports []string) bool, patterns ...string) *load.Program {
	t.Helper()
	env := append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	env = append(env, vars...)
	prog, err := load.Load(context.Background(), load.Config{Dir: dir, Env: env, Matters: matters}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

func never(string, []string) bool { return false }

func paths(prog *load.Program) []string {
	var list []string
	for _, p := range prog.Packages {
		list = append(list, p.Path)
	}
	return list
}

// Packages that have been prepared and wait for nothing are used at the same time: here each waits for the
// other. It is tried several times, since much of it is left to chance.
func TestUseConcurrently(t *testing.T) {
	for range 20 {
		useConcurrently(t)
	}
}

func useConcurrently(t *testing.T) {
	t.Helper()
	prog := program(t, `
-- a/a.go --
package a

import "fmt"

func F() { fmt.Println() }
-- b/b.go --
package b

import "strings"

var R strings.Reader
`, never, "./...")
	if len(prog.Packages) != 2 {
		t.Fatalf("packages %v, want two", paths(prog))
	}
	prog.Prepare(prog.Packages)
	var all, together sync.WaitGroup
	together.Add(len(prog.Packages))
	for _, p := range prog.Packages {
		all.Go(func() {
			prog.Use(p, func(c *load.Checked) {
				together.Done()
				together.Wait()
				if len(c.Problems) > 0 {
					t.Errorf("%s: %v", p.Path, c.Problems)
				}
			})
		})
	}
	all.Wait()
}

// What nobody named comes from source only where it matters, and with it what lies between.
func TestSourceAndData(t *testing.T) {
	archive := `
-- main.go --
package main

import (
	"example.com/m/between"
	"example.com/m/leaf"
)

func main() { println(between.B, leaf.L) }
-- between/b.go --
package between

import "example.com/m/matters"

const B = matters.M
-- matters/m.go --
package matters

const M = 1
-- leaf/l.go --
package leaf

const L = 2
`
	prog := program(t, archive, func(path string, _ []string) bool { return path == "example.com/m/matters" }, ".")
	if got, want := strings.Join(paths(prog), " "), "example.com/m/matters example.com/m/between example.com/m"; got != want {
		t.Errorf("packages %q, want %q", got, want)
	}
	for _, p := range prog.Packages {
		if want := p.Path == "example.com/m/between"; p.Maybe != want {
			t.Errorf("%s: Maybe is %t", p.Path, p.Maybe)
		}
		if p.Maybe {
			prog.UseData(p)
			continue
		}
		prog.Use(p, func(c *load.Checked) {
			if len(c.Problems) > 0 {
				t.Errorf("%s: %v", p.Path, c.Problems)
			}
			if p.Named && c.Types.Scope().Lookup("main") == nil {
				t.Error("main has no types")
			}
		})
	}
}

func TestProblemsHavePositions(t *testing.T) {
	prog := program(t, `
-- a/a.go --
package a

var A int = "one"
-- b/b.go --
package b

func {
`, never, "./...")
	var list []string
	for _, p := range prog.Packages {
		prog.Use(p, func(c *load.Checked) {
			for _, problem := range c.Problems {
				list = append(list, filepath.Base(problem.String()))
			}
		})
	}
	for _, want := range []string{"a.go:3:13: ", "b.go:3:6: "} {
		if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, want) }) {
			t.Errorf("no problem at %s among %q", want, list)
		}
	}
}

// A module that cannot be had is said once by the go command and once by each file
// that imports it, in words that tell which is the cause.
func TestMissingModule(t *testing.T) {
	prog := program(t, `
-- a/a.go --
package a

import "example.com/missing"

var A = missing.A
`, never, "./...")
	var list []string
	for _, p := range prog.Problems {
		list = append(list, p.Message)
	}
	if len(list) != 1 || !strings.Contains(list[0], "example.com/missing") {
		t.Errorf("problems of listing %q, want one about the module", list)
	}
	for _, p := range prog.Packages {
		prog.Use(p, func(c *load.Checked) {
			if len(c.Problems) == 0 || !strings.Contains(c.Problems[0].Message,
				"could not import example.com/missing (it cannot be listed or compiled)") {
				t.Errorf("%s: problems %q", p.Path, c.Problems)
			}
		})
	}
}

// A module that is required but whose files the proxy refuses: where a package that imports it
// also imports it at second hand, the go command's error looks as if the importing
// file were one of the refused package.
func TestRefusedModule(t *testing.T) {
	dir := write(t, `
-- proxy/example.com/refused/@v/list --
v1.0.0
-- proxy/example.com/refused/@v/v1.0.0.info --
{"Version": "v1.0.0"}
-- proxy/example.com/refused/@v/v1.0.0.mod --
module example.com/refused
-- m/go.mod --
module example.com/m

go 1.26

require example.com/refused v1.0.0
-- m/a/a.go --
package a

import (
	"fmt"

	"example.com/refused"
)

var A = fmt.Sprint(refused.A)
-- m/b/b.go --
package b

import "example.com/m/a"

var B = a.A
-- m/c/c.go --
package c

import (
	"example.com/m/b"

	"example.com/refused"
)

var C = b.B + refused.C
`)
	env := []string{"GOPROXY=file://" + filepath.ToSlash(dir) + "/proxy", "GOSUMDB=off", "GOMODCACHE=" + t.TempDir()}
	prog := loadDir(t, filepath.Join(dir, "m"), env, never, "./c")
	if got, want := paths(prog), []string{"example.com/m/a", "example.com/m/b", "example.com/m/c"}; !slices.Equal(got, want) {
		t.Errorf("packages %q, want %q", got, want)
	}
	var problems []load.Problem
	for _, p := range prog.Packages {
		prog.Use(p, func(c *load.Checked) { problems = append(problems, c.Problems...) })
	}
	for _, p := range problems {
		if !strings.Contains(p.Message, "could not import example.com/refused (it cannot be listed or compiled)") {
			t.Errorf("problem %q is not about the refused module", p)
		}
	}
	if len(problems) != 2 {
		t.Errorf("problems %q, want one in each package that imports the refused module", problems)
	}
	if list := prog.DataProblems(); len(list) > 0 {
		t.Errorf("the importing file is read as one of the refused package: %q", list)
	}
}

// What the go command says in many lines is one, with what it advises.
func TestListErrors(t *testing.T) {
	tests := []struct{ name, goflags, files, want string }{
		{"-modfile alone", "-modfile=other.mod", `
-- go.mod --
module example.com/m
-- other.mod --
module example.com/m
-- m.go --
package m
`, "GOFLAGS has -modfile and no -mod: add -mod=readonly to it, or -mod=vendor if the module has a vendor folder"},
		{"go.mod that cannot be read", "", `
-- go.mod --
module example.com/m

requires nothing
-- m.go --
package m
`, "errors parsing go.mod: go.mod:3: unknown directive: requires"},
		{"go.mod that is out of date", "", outOfDate, "updates to go.mod needed; to update it: go mod tidy"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := write(t, test.files)
			env := append(os.Environ(), "GOFLAGS="+test.goflags, "GOWORK=off", "GOPROXY=off", "GOMODCACHE="+t.TempDir())
			_, err := load.Load(context.Background(), load.Config{Dir: dir, Env: env, Matters: never}, "./...")
			if err == nil {
				t.Fatal("no error")
			}
			want := "cannot list packages, so nothing is judged: " + test.want
			if got := strings.ReplaceAll(err.Error(), dir, "DIR"); got != want {
				t.Errorf("error\n\t%s\nwant\n\t%s", got, want)
			}
		})
	}
}

// outOfDate is a module whose go.mod requires an older version than one of its requirements does.
const outOfDate = `
-- go.mod --
module example.com/m

go 1.26

require (
	example.com/a v1.0.0
	example.com/b v1.0.0
)

replace (
	example.com/a => ./a
	example.com/b => ./b
)
-- m.go --
package m

import _ "example.com/a"
-- a/go.mod --
module example.com/a

go 1.26

require example.com/b v1.1.0
-- a/a.go --
package a

import _ "example.com/b"
-- b/go.mod --
module example.com/b

go 1.26
-- b/b.go --
package b
`
