package driver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
	"github.com/rllint/rllint/internal/driving/store"
)

// A module is a folder with a program, and how it is analysed.
type module struct {
	t        *testing.T
	dir      string
	env      []string
	tags     string
	patterns []string
	store    *store.Store
	probe    *probe
	depends  func(*load.Package) string
	again    func([]driver.Report) []*load.Package
	more     *analysis.Analyzer // runs beside the probe's
	loaded   func()             // is called when the packages are listed, if it is not nil
}

func newModule(t *testing.T, archive string) *module {
	t.Helper()
	m := &module{t: t, dir: t.TempDir(), patterns: []string{"./..."}, probe: newProbe()}
	m.env = moduleEnv()
	m.write(archive)
	var err error
	if m.store, err = store.Open(filepath.Join(t.TempDir(), "store")); err != nil {
		t.Fatal(err)
	}
	return m
}

func moduleEnv() []string { return append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off") }

func (m *module) write(archive string) {
	m.t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(m.dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			m.t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			m.t.Fatal(err)
		}
	}
}

// run analyses the module and returns all that was found, and which packages were analysed for it.
func (m *module) run(s *store.Store) (text string, analysed []string) {
	m.t.Helper()
	cfg := load.Config{Dir: m.dir, Env: m.env, Store: s,
		Matters: func(path string, _ []string) bool { return strings.HasPrefix(path, "example.com/matters") }}
	if m.tags != "" {
		cfg.BuildFlags = []string{"-tags=" + m.tags}
	}
	prog, err := load.Load(context.Background(), cfg, m.patterns...)
	if err != nil {
		m.t.Fatal(err)
	}
	if m.loaded != nil {
		m.loaded()
	}
	m.probe.analysed = nil
	base := []*analysis.Analyzer{m.probe.analyzer}
	analyzers := base
	if m.more != nil {
		analyzers = []*analysis.Analyzer{m.more, m.probe.analyzer}
	}
	reports := driver.Run(context.Background(), prog, analyzers, driver.Options{Store: s, Base: base, Depends: m.depends, Again: m.again})
	var b strings.Builder
	for _, p := range slices.Concat(prog.Problems, prog.DataProblems()) {
		fmt.Fprintln(&b, p)
	}
	for _, report := range reports {
		fmt.Fprintln(&b, report.Package.ID, report.Problems, report.Diagnostics)
		if r, ok := report.Results[m.probe.analyzer].(*result); ok {
			fmt.Fprintln(&b, r.Text)
		}
	}
	slices.Sort(m.probe.analysed)
	return b.String(), m.probe.analysed
}

// check compares a run that uses the store with one that does not, and which packages it analysed
// with what it should have had to.
func (m *module) check(when string, want ...string) {
	m.t.Helper()
	got, analysed := m.run(m.store)
	fresh, _ := m.run(nil)
	if got != fresh {
		m.t.Errorf("%s:\n%s\nwithout the store:\n%s", when, got, fresh)
	}
	if !slices.Equal(analysed, want) {
		m.t.Errorf("%s: analysed %q, want %q", when, analysed, want)
	}
}

const program = `
-- go.mod --
module example.com/m

go 1.26

require example.com/matters v1.0.0
require example.com/other v1.0.0
replace example.com/matters => ./matters
replace example.com/other => ./other
-- main.go --
package main

import (
	"example.com/m/a"
	"example.com/m/b"
)

func main() { println(a.A, b.B) }
-- a/a.go --
package a

import "example.com/matters/deep"

const A = "a uses " + deep.D
-- b/b.go --
package b

import "example.com/other"

const B = "b uses " + other.O
-- c/c.go --
package c

const C = "c"
-- c/tagged.go --
//go:build tagged

package c

const Tagged = "tagged"
-- matters/go.mod --
module example.com/matters
-- matters/deep/d.go --
package deep

const D = "deep"
-- other/go.mod --
module example.com/other
-- other/o.go --
package other

const O = "other"
`

// Each change shows in the next run, and what it cannot change is not analysed again.
func TestNothingStale(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds: it runs after each of many changes")
	}
	m := newModule(t, program)
	m.check("first run", "example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/c", "example.com/matters/deep",
		"example.com/other")
	m.check("nothing changed")

	m.write("-- b/b.go --\npackage b\n\nconst B = \"edited\"\n")
	m.check("a package edited", "example.com/m", "example.com/m/b")
	m.write("-- b/more.go --\npackage b\n\nconst More = \"more\"\n")
	m.check("a file added", "example.com/m", "example.com/m/b")
	m.write("-- b/b.go --\npackage b\n\nimport \"example.com/other\"\n\nconst B = \"b uses \" + other.O\n")
	m.check("an import added", "example.com/m", "example.com/m/b")
	m.write("-- other/o.go --\npackage other\n\nconst O = \"edited\"\n")
	m.check("a replaced dependency edited", "example.com/m", "example.com/m/b", "example.com/other")
	m.write("-- matters/deep/d.go --\npackage deep\n\nconst D = \"edited\"\n")
	m.check("a replaced dependency edited that is analysed", "example.com/m", "example.com/m/a", "example.com/matters/deep")

	m.write("-- c/c_test.go --\npackage c\n")
	m.check("a test added", "example.com/m/c")
	m.write("-- c/c_test.go --\npackage c\n\nvar _ = C\n")
	m.check("a test edited", "example.com/m/c")
	m.write("-- c/tagged.go --\n//go:build tagged\n\npackage c\n\nconst Tagged = \"edited\"\n")
	m.check("a file edited that build constraints leave out", "example.com/m/c")

	m.tags = "tagged"
	m.check("a build tag set", "example.com/m/c")
	m.tags = ""
	m.check("a build tag no longer set")

	all := []string{"example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/c", "example.com/matters/deep", "example.com/other"}
	set := func(value string) {
		if err := m.probe.analyzer.Flags.Set("setting", value); err != nil {
			t.Fatal(err)
		}
	}
	set("other")
	m.check("a setting changed", all...)
	set("")
	m.check("the setting as before")

	m.depends = func(p *load.Package) string { return map[bool]string{p.Name == "main": "more"}[true] }
	m.check("what main depends on changed", "example.com/m")
	m.depends = nil

	m.env = append(m.env, "GOARCH=386")
	m.check("for another machine", all...)

	if err := os.Rename(filepath.Join(m.dir, "c"), filepath.Join(m.dir, "d")); err != nil {
		t.Fatal(err)
	}
	m.check("a folder renamed", "example.com/m/d")
}

// What is found names files, so a copy of a program elsewhere is another one.
func TestAnotherFolder(t *testing.T) {
	m := newModule(t, program)
	m.check("first run", "example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/c", "example.com/matters/deep",
		"example.com/other")
	moved := *m
	moved.dir = t.TempDir()
	moved.write(program)
	moved.check("in a copy", "example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/c", "example.com/matters/deep",
		"example.com/other")
	m.check("in the first folder again")
}

// Which packages are named decides which are analysed, and so what is known to others.
func TestOtherPatterns(t *testing.T) {
	m := newModule(t, program)
	m.patterns = []string{"."}
	// a and b, between two that are analysed, are read too; c is not.
	m.check("main alone", "example.com/m", "example.com/m/a", "example.com/m/b", "example.com/matters/deep", "example.com/other")
	m.patterns = []string{".", "./b"}
	m.check("main and b", "example.com/m", "example.com/m/b")
	m.patterns = []string{"."}
	m.check("main alone again")
}

func TestVendored(t *testing.T) {
	m := newModule(t, `
-- go.mod --
module example.com/m

go 1.26

require example.com/dep v1.0.0
-- m.go --
package m

import "example.com/dep"

const M = dep.D
-- vendor/modules.txt --
# example.com/dep v1.0.0
## explicit
example.com/dep
-- vendor/example.com/dep/d.go --
package dep

const D = "dep"
`)
	m.check("first run", "example.com/m")
	m.check("nothing changed")
	m.write("-- vendor/example.com/dep/d.go --\npackage dep\n\nconst D = \"edited\"\n")
	m.check("a vendored file edited", "example.com/m")
}

func TestWorkspace(t *testing.T) {
	m := newModule(t, `
-- go.work --
go 1.26

use ./one
use ./two
-- one/go.mod --
module example.com/one

go 1.26
-- one/o.go --
package one

import "example.com/two"

const O = two.T
-- two/go.mod --
module example.com/two

go 1.26
-- two/t.go --
package two

const T = "two"
`)
	m.env = append(m.env, "GOWORK="+filepath.Join(m.dir, "go.work"))
	m.patterns = []string{"./one/..."}
	m.check("first run", "example.com/one")
	m.check("nothing changed")
	m.write("-- two/t.go --\npackage two\n\nconst T = \"edited\"\n")
	m.check("another module of the workspace edited", "example.com/one")
}

// What is wrong with a package is said in every run.
func TestProblemsStay(t *testing.T) {
	m := newModule(t, program)
	m.write("-- other/o.go --\npackage other\n\nvar O missing.Type\n")
	all := []string{"example.com/m", "example.com/m/a", "example.com/m/b", "example.com/m/c", "example.com/matters/deep", "example.com/other"}
	m.check("first run", all...)
	m.check("nothing changed")
	m.write("-- b/more.go --\npackage b\n\nconst More = \"more\"\n")
	m.check("a package edited that imports what does not compile", "example.com/m", "example.com/m/b", "example.com/other")
	m.write("-- other/o.go --\npackage other\n\nconst O = \"repaired\"\n")
	m.check("repaired", "example.com/m", "example.com/m/b", "example.com/other")
	m.write("-- c/c.go --\npackage c\n\nconst C int = \"no number\"\n")
	m.check("a package that does not compile", "example.com/m/c")
	m.check("a package that does not compile, again")
}

// A package whose own code is sound is analysed again with one that it imports and that is not, if others need its
// types: they are made of types that are made anew.
func TestImportersOfProblems(t *testing.T) {
	m := newModule(t, `
-- go.mod --
module example.com/m

go 1.26
-- broken/b.go --
package broken

type Platform string

var wrong int = "no number"
-- sound/s.go --
package sound

import "example.com/m/broken"

type Settings struct{ Platform broken.Platform }
-- above/a.go --
package above

import "example.com/m/sound"

type Server struct{ sound.Settings }
-- user/u.go --
package user

import "example.com/m/above"

var wrong int = above.Server{}.Platform
-- unused/u.go --
package unused

import "example.com/m/above"

var Server above.Server
`)
	m.check("first run", "example.com/m/above", "example.com/m/broken", "example.com/m/sound", "example.com/m/unused", "example.com/m/user")
	m.check("nothing changed")
	m.write("-- user/more.go --\npackage user\n\nconst More = above.More\n")
	m.check("an importer edited", "example.com/m/above", "example.com/m/broken", "example.com/m/sound", "example.com/m/user")
	m.write("-- broken/b.go --\npackage broken\n\ntype Platform = int\n")
	m.check("repaired", "example.com/m/above", "example.com/m/broken", "example.com/m/sound", "example.com/m/unused", "example.com/m/user")
	m.check("repaired, again")
}
