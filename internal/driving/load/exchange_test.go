package load_test

import (
	"go/types"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/driving/load"
)

const exchanged = `
-- a/a.go --
package a

type T struct{ F int }

func (t *T) M(arg int) (result int) {
	local := arg
	return local + t.F
}
-- b/b.go --
package b

import "example.com/m/a"

type B struct{ a.T }

func N() int { return new(B).M(1) }
-- c/c.go --
package c

import "example.com/m/b"

var C = b.N() + b.B{}.F
`

// Once a package has been analysed, those that import it see the declarations that they mention and
// nothing of its functions, at places in the files that were read.
func TestImportersUseData(t *testing.T) {
	prog := program(t, exchanged, never, "./...")
	prog.Prepare(prog.Packages)
	for _, p := range prog.Packages {
		var own *types.Package
		prog.Use(p, func(c *load.Checked) {
			own = c.Types
			if len(c.Problems) > 0 {
				t.Errorf("%s: %v", p.Path, c.Problems)
			}
			for _, imp := range c.Types.Imports() {
				if imp.Scope().NumChildren() > 0 {
					t.Errorf("%s sees what is declared inside the files of %s", p.Path, imp.Path())
				}
			}
			if p.Path == "example.com/m/b" {
				at := prog.Fset.Position(c.Types.Imports()[0].Scope().Lookup("T").Pos())
				if !strings.HasSuffix(at.Filename, "a.go") || at.Line != 3 ||
					prog.Fset.File(c.Types.Imports()[0].Scope().Lookup("T").Pos()).LineCount() != 8 {
					t.Errorf("T is at %s in another file than the one that was read", at)
				}
			}
		})
		if imported := p.Path != "example.com/m/c"; (p.Types() != own) != imported {
			t.Errorf("%s: the types from source are exchanged: %t, want %t", p.Path, p.Types() != own, imported)
		}
	}
}

// A package with errors keeps its types from source, which those that import it use.
func TestErrorsKeepSource(t *testing.T) {
	prog := program(t, strings.Replace(exchanged, "local + t.F", "local + t.Missing", 1), never, "./...")
	prog.Prepare(prog.Packages)
	for _, p := range prog.Packages {
		var own *types.Package
		prog.Use(p, func(c *load.Checked) {
			own = c.Types
			if want := p.Path == "example.com/m/a"; len(c.Problems) > 0 != want {
				t.Errorf("%s has problems: %v", p.Path, c.Problems)
			}
		})
		if p.Path == "example.com/m/a" && p.Types() != own {
			t.Error("the types of a package with errors were exchanged")
		}
	}
}
