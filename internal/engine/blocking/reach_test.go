package blocking

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/analysis"
)

// The waits that one call of a dependency leads to are one finding, at the call: there is one thing to change.
func TestFoundOnceACall(t *testing.T) {
	library := types.NewPackage("example.com/library", "library")
	install := types.NewFunc(token.NoPos, library, "Install", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	wait := func(line int) Wait {
		return Wait{File: "library.go", Line: line, Column: 2, What: "time.Sleep", Foreign: true}
	}
	root := &node{name: "bucket.Reconciler.Reconcile", calls: []call{{install, 7}, {install, 9}}}
	g := &graph{
		pass:     &analysis.Pass{Pkg: types.NewPackage("example.com/m", "m"), Fset: token.NewFileSet()},
		imported: map[*types.Package]map[symbol.Name][]Wait{library: {symbol.Of(install): {wait(3), wait(5)}}},
		nodes:    make(map[*types.Func]*node),
		roots:    []*node{root},
	}
	found := g.found()
	if len(found) != 1 || found[0].Pos != 7 || found[0].Line != 3 {
		t.Errorf("found %+v, want the first wait at the first call", found)
	}
}
