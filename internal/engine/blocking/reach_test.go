package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/analysis"
)

// The waits that one call of a dependency leads to are one finding, at the call: there is one thing to change.
func TestFoundOnceACall(t *testing.T) {
	library := types.NewPackage("example.com/library", "library")
	install := types.NewFunc(token.NoPos, library, "Install", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	wait := func(line int) Wait {
		return Wait{Place: code.Place{File: "library.go", Line: line, Column: 2}, What: "time.Sleep", Length: long, Repeat: once, Foreign: true}
	}
	root := &node{name: "bucket.Reconciler.Reconcile", calls: []call{{to: install, pos: 7, repeat: once}, {to: install, pos: 9, repeat: once}}}
	g := &graph{
		pass:     &analysis.Pass{Pkg: types.NewPackage("example.com/m", "m"), Fset: token.NewFileSet()},
		imported: map[symbol.Name][]Wait{symbol.Of(install): {wait(3), wait(5)}},
		nodes:    make(map[*types.Func]*node),
		roots:    []*node{root},
	}
	found := g.found()
	if len(found) != 1 || found[0].Pos != 7 || found[0].Line != 3 {
		t.Errorf("found %+v, want the first wait at the first call", found)
	}
}

// Whether a dependency waits for a time that is not known, as an installer does that may wait for what it
// installs, its callers decide by options: only waits of a known length are passed on.
func TestWaitsOfDependencies(t *testing.T) {
	for file, want := range map[string]int{"/root/go/pkg/mod/example.com/library@v1.2.3/library.go": 1, "/home/user/library/library.go": 2} {
		fset := token.NewFileSet()
		f := fset.AddFile(file, -1, 10)
		library := types.NewPackage("example.com/library", "library")
		fn := types.NewFunc(token.NoPos, library, "Install", types.NewSignatureType(nil, nil, nil, nil, nil, false))
		var exported *Waits
		g := &graph{
			pass: &analysis.Pass{
				Pkg: library, Fset: fset, Files: []*ast.File{{FileStart: f.Pos(0)}},
				ResultOf:          map[*analysis.Analyzer]any{report.Analyzer: new(report.Filter)},
				ExportPackageFact: func(fact analysis.Fact) { exported = fact.(*Waits) },
			},
			sending: make(map[*types.Func]bool),
			order: []*node{{fn: fn, waits: []direct{
				{Wait{Place: code.Place{File: "made.go", Line: 3}, What: "time.Sleep", Length: 5}, 1, 0, false},
				{Wait{Place: code.Place{File: "made.go", Line: 7}, What: "time.Sleep"}, 2, 0, false},
			}}},
		}
		g.export()
		if exported == nil || len(exported.Funcs) != 1 || len(exported.Funcs[0].Waits) != want {
			t.Errorf("of %s are passed on: %+v, want %d waits", file, exported, want)
		}
	}
}

// Writes into maps take none of the places of waits, nor waits theirs.
func TestBoundOfEachKind(t *testing.T) {
	root := &node{name: "bucket.Reconciler.Reconcile"}
	note := func(line int, w Wait) {
		w.Place = code.Place{File: "a.go", Line: line, Column: 2}
		root.waits = append(root.waits, direct{w, token.Pos(line), 0, false})
	}
	for line := range maxWaits + 2 {
		note(line+1, Wait{What: "R.seen", Shared: true, Repeat: once})
	}
	note(100, Wait{What: "time.Sleep", Length: long, Repeat: once})
	shared, waits := 0, 0
	for _, r := range new(graph).from(root, 0).list {
		if r.Shared {
			shared++
		} else {
			waits++
		}
	}
	if shared != maxWaits || waits != 1 {
		t.Errorf("%d writes into maps and %d waits are kept, want %d and 1", shared, waits, maxWaits)
	}
}
