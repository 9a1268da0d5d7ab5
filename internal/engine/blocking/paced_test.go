package blocking

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// A loop that asks another package whether to go on ends where the answer counts the waits or looks at the time. A loop
// that asks what only waits need not end. In one package, testdata/src/sleeping/paced.go has both.
func TestPacedByOtherPackages(t *testing.T) {
	const (
		again = `//line made.go:1
package again
import "time"
type Attempt struct { end time.Time; pause time.Duration; count int }
func Begin() *Attempt { return &Attempt{end: time.Now().Add(time.Minute), pause: time.Second} }
func (a *Attempt) Next() bool {
	if time.Now().After(a.end) { return false }
	if a.count > 0 { time.Sleep(a.pause) }
	a.count++
	return true
}
func Soon() bool { time.Sleep(time.Second); return ready() }
func ready() bool
`
		work = `//line made.go:1
package work
import "again"
func Timed() { for a := again.Begin(); a.Next(); { if try() { break } } }
func Endless() { for !again.Soon() { } }
func try() bool
`
	)
	imported, _, facts := checked(t, "again", again, nil, nil)
	_, funcs, _ := checked(t, "work", work, imported, facts)
	got := make(map[string]bool)
	for _, of := range funcs {
		for _, w := range of.Waits {
			got[of.Symbol.Short()] = w.Repeat.Endless
		}
	}
	if endless, found := got["work.Timed"]; !found || endless {
		t.Errorf("work.Timed: found %t, endless %t; want a wait with an end", found, endless)
	}
	if endless, found := got["work.Endless"]; !found || !endless {
		t.Errorf("work.Endless: found %t, endless %t; want a wait without an end", found, endless)
	}
}

// checked type-checks and analyses a package that may import another one with facts, and returns what it exports.
func checked(t *testing.T, path, source string, imported *types.Package, facts []analysis.PackageFact) (*types.Package, []waitsOf,
	[]analysis.PackageFact) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "/home/user/"+path+".go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection)}
	standard := importer.Default()
	pkg, err := (&types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if imported != nil && path == imported.Path() {
			return imported, nil
		}
		return standard.Import(path)
	})}).Check(path, fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	exported := new(Waits)
	analyse(&analysis.Pass{
		Pkg: pkg, Fset: fset, Files: []*ast.File{f}, TypesInfo: info,
		ResultOf:          map[*analysis.Analyzer]any{report.Analyzer: new(report.Filter), syntax.Analyzer: syntax.Inspector([]*ast.File{f})},
		AllPackageFacts:   func() []analysis.PackageFact { return facts },
		ExportPackageFact: func(fact analysis.Fact) { exported = fact.(*Waits) },
	})
	return pkg, slices.Clone(exported.Funcs), []analysis.PackageFact{{Package: pkg, Fact: exported}}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// Of two interfaces with the same methods a type counts for the one as which its package hands it out.
func TestHandedOut(t *testing.T) {
	const (
		stages = `//line made.go:1
package stages
import "time"
type First interface { Run() }
type Second interface { Run() }
type first struct{}
func (first) Run() { time.Sleep(time.Minute) }
type second struct{}
func (second) Run() { time.Sleep(time.Hour) }
type both struct{ s Second }
func New() First { return first{} }
func Both() *both { return &both{s: second{}} }
`
		work = `//line made.go:1
package work
import "stages"
func Work(s stages.First) { s.Run() }
`
	)
	imported, _, facts := checked(t, "stages", stages, nil, nil)
	_, funcs, _ := checked(t, "work", work, imported, facts)
	if len(funcs) != 1 || len(funcs[0].Waits) != 1 || funcs[0].Waits[0].Way[0].Name != "stages.first.Run" {
		t.Errorf("work.Work waits in %+v, want stages.first.Run alone", funcs)
	}
}
