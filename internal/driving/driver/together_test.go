package driver_test

import (
	"context"
	"runtime"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/driver"
	"github.com/rllint/rllint/internal/driving/load"
)

// What packages need of an import that has been analysed is made for all of them at once: each time nothing else can go on.
func TestImportersTogether(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // both importers are ready before either is taken
	m := newModule(t, `
-- go.mod --
module example.com/m

go 1.26
-- a/a.go --
package a

const A = 1
-- b/b.go --
package b

import "example.com/m/a"

const B = a.A
-- c/c.go --
package c

import "example.com/m/a"

const C = a.A
`)
	prog, err := load.Load(context.Background(), load.Config{Dir: m.dir, Env: m.env,
		Matters: func(string, []string) bool { return false }}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	analysed := 0
	look := &analysis.Analyzer{Name: "look", Doc: "look at the others", Run: func(pass *analysis.Pass) (any, error) {
		analysed++
		for _, p := range prog.Packages {
			if p.Path != "example.com/m/a" && pass.Pkg.Path() != "example.com/m/a" && prog.Waits(p) {
				t.Errorf("%s waits while %s is analysed", p.Path, pass.Pkg.Path())
			}
		}
		return nil, nil
	}}
	driver.Run(context.Background(), prog, []*analysis.Analyzer{look}, driver.Options{})
	if analysed != 3 {
		t.Errorf("%d packages were analysed", analysed)
	}
}
