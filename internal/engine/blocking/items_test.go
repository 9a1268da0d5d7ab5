package blocking

import (
	"fmt"
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

// A dependency that looks in its configuration which of several things it is to do waits only where its caller has chosen this
// one: nothing of that is passed on. The program's own functions are, since their callers are there to be read.
func TestWaitsThatCallersChoose(t *testing.T) {
	const source = `//line made.go:1
package library
import "time"
type Config struct { Kind string }
func New(c *Config) {
	switch c.Kind {
	case "memory":
		time.Sleep(11 * time.Second)
	case "remote":
		connect()
	default:
		time.Sleep(13 * time.Second)
	}
}
func connect() { time.Sleep(12 * time.Second) }
func Connect() { connect() }
func (c *Config) Open() {
	switch c.Kind {
	case "remote":
		connect()
	}
	connect()
}
`
	for file, want := range map[string][]string{
		"/home/user/go/pkg/mod/example.com/library@v1.2.3/library.go": {"library.Config.Open 14", "library.Connect 14", "library.New 11"},
		"/home/user/library/library.go": {"library.Config.Open 14", "library.Connect 14", "library.New 11",
			"library.New 14", "library.New 7"},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
			Uses: make(map[*ast.Ident]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection)}
		pkg, err := (&types.Config{Importer: importer.Default()}).Check("example.com/library", fset, []*ast.File{f}, info)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		pass := &analysis.Pass{
			Pkg: pkg, Fset: fset, Files: []*ast.File{f}, TypesInfo: info,
			ResultOf:        map[*analysis.Analyzer]any{report.Analyzer: new(report.Filter), syntax.Analyzer: syntax.Inspector([]*ast.File{f})},
			AllPackageFacts: func() []analysis.PackageFact { return nil },
			ExportPackageFact: func(fact analysis.Fact) {
				for _, of := range fact.(*Waits).Funcs {
					for _, w := range of.Waits {
						got = append(got, fmt.Sprintf("%s %d", of.Symbol.Short(), w.Line))
					}
				}
			},
		}
		analyse(pass)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("of %s are passed on: %q, want %q", file, got, want)
		}
	}
}
