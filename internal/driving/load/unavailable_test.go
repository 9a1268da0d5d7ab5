package load_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/load"
)

// A module whose go.mod the proxy refuses is left out, which is said once; the rest of the program is listed, and nothing is
// written. From Go 1.17 on the go command lists the packages all the same, each without what it imports.
func TestUnavailableModule(t *testing.T) {
	for _, version := range []string{"1.16", "1.21"} {
		t.Run(version, func(t *testing.T) { unavailableModule(t, version) })
	}
}

func unavailableModule(t *testing.T, version string) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "This module version is not available.", http.StatusForbidden)
	}))
	defer proxy.Close()
	goMod := `module example.com/a

go ` + version + `

require (
	example.com/gone v1.1.0
	example.com/refused v0.2.0
)
`
	dir := write(t, `
-- go.mod --
`+goMod+`-- go.sum --
example.com/gone v1.1.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
example.com/gone v1.1.0/go.mod h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
example.com/refused v0.2.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
example.com/refused v0.2.0/go.mod h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
-- a/a.go --
package a

import _ "example.com/gone/inner"
-- b/b.go --
package b

import (
	_ "example.com/a/internal/c"
	_ "example.com/refused"
	_ "example.com/unknown"
)
-- internal/c/c.go --
package c
`)
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY="+proxy.URL, "GOSUMDB=off", "GOMODCACHE="+t.TempDir())
	prog, err := load.Load(context.Background(), load.Config{Dir: dir, Env: env, Matters: never}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, p := range prog.Problems {
		problems = append(problems, p.String())
	}
	want := []string{
		"the module example.com/gone@v1.1.0 is left out: it cannot be had (403 Forbidden)",
		"the module example.com/refused@v0.2.0 is left out: it cannot be had (its go.mod is not in the module cache)",
		"b/b.go:6:2: no required module provides package example.com/unknown; to add it: go get example.com/unknown",
	}
	if got := strings.Join(problems, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("problems\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if len(prog.Packages) != 3 {
		t.Errorf("%d packages, want 3", len(prog.Packages))
	}
	if content, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || string(content) != goMod {
		t.Errorf("go.mod is %q, %v", content, err)
	}
}

// What one module of a workspace replaces is there for all of them, though a module beside it cannot be had.
func TestReplacedInWorkspace(t *testing.T) {
	t.Setenv("GOWORK", "")
	require := "\n\ngo 1.21\n\nrequire (\n\texample.com/gone v1.0.0\n\texample.com/there v1.0.0\n)\n"
	dir := write(t, `
-- go.work --
go 1.21

use (
	./m
	./n
)
-- m/go.mod --
module example.com/m`+require+`
replace example.com/there => ../there
-- m/a/a.go --
package a

import (
	_ "example.com/gone/inner"
	_ "example.com/there"
)
-- n/go.mod --
module example.com/n`+require+`-- n/n.go --
package n
-- there/go.mod --
module example.com/there
-- there/there.go --
package there
`)
	prog := loadDir(t, filepath.Join(dir, "m"),
		[]string{"GOWORK=", "GOFLAGS=", "GOPROXY=off", "GOSUMDB=off", "GOMODCACHE=" + t.TempDir()}, never, "./...")
	want := "the module example.com/gone@v1.0.0 is left out: it cannot be had (module lookup disabled by GOPROXY=off)"
	if len(prog.Problems) != 1 || prog.Problems[0].Message != want {
		t.Errorf("the problems are %v, want %s", prog.Problems, want)
	}
}

// However many modules cannot be had, and whatever stands in for them in go.mod, the packages of the program are listed.
func TestManyUnavailable(t *testing.T) {
	var requires, sums strings.Builder
	for i := range 40 {
		fmt.Fprintf(&requires, "require example.com/x%d v1.0.0\n", i)
		for _, of := range []string{"", "/go.mod"} {
			fmt.Fprintf(&sums, "example.com/x%d v1.0.0%s h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", i, of)
		}
	}
	many := `
-- m/go.mod --
module example.com/m

go 1.16

` + requires.String() + `
-- m/go.sum --
` + sums.String() + `
-- m/a/a.go --
package a

import _ "example.com/x1/inner"
`
	for _, test := range []struct {
		name, files, dir string
		packages         int
		want             string // the first problem
	}{
		{"many", many, "m", 1, "the module example.com/x0@v1.0.0 is left out: it cannot be had (module lookup disabled by GOPROXY=off)"},
		{"in a workspace", many + "-- go.work --\ngo 1.16\n\nuse ./m\n", "m", 1,
			"the module example.com/x0@v1.0.0 is left out: it cannot be had (module lookup disabled by GOPROXY=off)"},
		{"replaced by a version", many + "-- m/go.mod --\nmodule example.com/m\n\ngo 1.16\n\nrequire example.com/x1 v1.0.0\n\n" +
			"replace example.com/x1 v1.0.0 => example.com/x2 v1.0.0\n", "m", 1,
			"the module example.com/x1@v1.0.0 is left out: it cannot be had (module lookup disabled by GOPROXY=off)"},
		{"replaced by a folder that is not there", many + "-- m/go.mod --\nmodule example.com/m\n\ngo 1.16\n\nrequire example.com/x1 v1.0.0\n\n" +
			"replace example.com/x1 => ./x1\n", "m", 1,
			"the module example.com/x1@v1.0.0 is left out: it cannot be had (open DIR/m/x1/go.mod: no such file or directory)"},
		{"vendored otherwise", many + "-- m/vendor/modules.txt --\n# example.com/x1 v0.9.0\n## explicit\n-- m/go.mod --\nmodule " +
			"example.com/m\n\ngo 1.21\n\n" +
			"require example.com/x1 v1.0.0\n", "m", 1, "the vendor folder is left out: it does not agree with go.mod; to bring it up to date, " +
			"run go mod vendor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("GOWORK", "")
			dir := write(t, test.files)
			prog := loadDir(t, filepath.Join(dir, test.dir),
				[]string{"GOWORK=", "GOFLAGS=", "GOPROXY=off", "GOSUMDB=off", "GOMODCACHE=" + t.TempDir()}, never, "./...")
			if len(prog.Packages) != test.packages {
				t.Errorf("%d packages, want %d", len(prog.Packages), test.packages)
			}
			if len(prog.Problems) == 0 || strings.ReplaceAll(prog.Problems[0].Message, dir, "DIR") != test.want {
				t.Errorf("the problems are %v, want first %s", prog.Problems, test.want)
			}
		})
	}
}

// Where the go command may change go.mod, and would have to, it does not list with another content of it: then what it said first counts.
func TestUnavailableToBeUpdated(t *testing.T) {
	dir := write(t, strings.Replace(outOfDate, "example.com/b v1.0.0\n)", "example.com/b v1.0.0\n\texample.com/refused v0.2.0\n)", 1))
	env := append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "GOMODCACHE="+t.TempDir())
	_, err := load.Load(context.Background(), load.Config{Dir: dir, Env: env, Matters: never}, "./...")
	want := "cannot list packages, so nothing is judged: example.com/refused@v0.2.0: module lookup disabled by GOPROXY=off"
	if err == nil || err.Error() != want {
		t.Errorf("error\n\t%v\nwant\n\t%s", err, want)
	}
}
