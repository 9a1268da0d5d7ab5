package paths

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

var update = flag.Bool("update", false, "write testdata/endings.txt anew")

// libraries are as much of the packages as the cases use.
var libraries = map[string]string{
	known.Reconcile: `package reconcile
import "time"
type Result struct { Requeue bool; RequeueAfter time.Duration }
func (r *Result) IsZero() bool { return r == nil || *r == Result{} }
func TerminalError(err error) error { return err }
`,
	"k8s.io/apimachinery/pkg/api/errors": `package errors
func IsNotFound(err error) bool { return false }
func IsConflict(err error) bool { return false }
`,
	"sigs.k8s.io/controller-runtime/pkg/client": `package client
func IgnoreNotFound(err error) error { return err }
`,
}

// prelude is what each case has beside its own functions. Functions without a body are code that is not read.
const prelude = `package p
import (
	"errors"
	"fmt"
	"time"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)
type Result = reconcile.Result
var _, _, _, _, _ = errors.New, fmt.Errorf, time.Second, apierrors.IsNotFound, client.IgnoreNotFound
var ErrWait = errors.New("wait")
type own struct { err error; after time.Duration }
func try() error
func ask() (Result, error)
func how() (time.Duration, error)
func is() bool
func look(any)
`

// std imports the standard library.
var std = importer.Default()

type imports map[string]*types.Package

func (i imports) Import(path string) (*types.Package, error) {
	if p := i[path]; p != nil {
		return p, nil
	}
	return std.Import(path)
}

// passOf returns a pass over a package of one file.
func passOf(t *testing.T, source string) *analysis.Pass {
	t.Helper()
	fset, known := token.NewFileSet(), make(imports)
	check := func(path, text string) (*types.Package, *ast.File, *types.Info) {
		file, err := parser.ParseFile(fset, path+"/file.go", text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		info := &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
			Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
		}
		pkg, err := (&types.Config{Importer: known}).Check(path, fset, []*ast.File{file}, info)
		if err != nil {
			t.Fatal(err)
		}
		return pkg, file, info
	}
	for path, text := range libraries {
		known[path], _, _ = check(path, text)
	}
	pkg, file, info := check("example.com/p", source)
	pass := &analysis.Pass{
		Analyzer: &analysis.Analyzer{Name: "paths"}, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ResultOf:        make(map[*analysis.Analyzer]any),
		AllPackageFacts: func() []analysis.PackageFact { return nil },
	}
	together, err := syntax.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[syntax.Analyzer] = together
	return pass
}

// endings returns how the function f of a package comes back, a line each.
func endings(t *testing.T, source string) string {
	t.Helper()
	pass := passOf(t, source)
	p := New(pass)
	chosen := make(map[*ast.FuncDecl]bool)
	for _, decl := range pass.Files[0].Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			chosen[fn] = true
		}
	}
	funcs := p.Build(chosen)
	defer p.Done()
	at := slices.IndexFunc(funcs, func(fn *ssa.Function) bool { return fn.Name() == "f" })
	if at < 0 {
		t.Fatal("there is no function f")
	}
	sum := p.SummaryOf(funcs[at])
	if sum.Lost {
		return "not followed\n"
	}
	var list []string
	for _, o := range sum.Outcomes {
		list = append(list, written(funcs[at], o))
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// written returns an outcome as a person would: what must be, and what comes back then.
func written(fn *ssa.Function, o *Outcome) string {
	name := func(id int) string {
		if index, part := inputOf(id); id < 0 {
			return fn.Params[index].Name() + []string{"", ".After", ".Requeue"}[part]
		}
		return "?"
	}
	scalar := func(s Scalar, words [2]string) string {
		text := [...]string{"?", words[0], words[1], "lost"}[s.Is]
		if s.Is == Either && s.ID < 0 {
			text = name(s.ID)
		}
		for kind := range strings.FieldsSeq(s.Kinds) {
			text += " " + kind
		}
		if s.Length > 0 {
			text += fmt.Sprintf(" %dns", s.Length)
		}
		return text
	}
	var given, results []string
	for _, id := range slices.Sorted(maps.Keys(o.Given)) {
		text := name(id) + "=" + scalar(o.Given[id], [2]string{"no", "yes"})
		if lacks := o.Given[id].Lacks; lacks != "" {
			text += " not " + strings.TrimSpace(lacks)
		}
		given = append(given, text)
	}
	for _, v := range o.Results {
		switch v.Form {
		case Untracked:
			results = append(results, "_")
		case Single:
			results = append(results, scalar(v.Self, [2]string{"no", "yes"}))
		default:
			text := "after " + scalar(v.After, [2]string{"no", "yes"}) + " requeue " + scalar(v.Requeue, [2]string{"no", "yes"})
			if v.Form == Pointer {
				text = scalar(v.Self, [2]string{"nil", "&"}) + " " + text
			}
			results = append(results, "{"+text+"}")
		}
	}
	return "\t" + strings.TrimSpace(strings.Join(given, ", ")+" => "+strings.Join(results, ", ")) + "\n"
}

// TestEndings follows the function f of each case of testdata/endings.txt, from its source text to how it can come back. A case is a line
// "-- " and its name, the code, a line "=", and the endings: what inputs must be, "=>", and the results.
func TestEndings(t *testing.T) {
	const file = "testdata/endings.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	cases := strings.Split(string(text), "-- ")[1:]
	if len(cases) < 60 {
		t.Errorf("%d cases, want 60 at least", len(cases))
	}
	for _, c := range cases {
		name, rest, _ := strings.Cut(c, "\n")
		code, want, _ := strings.Cut(rest, "\n=\n")
		var got string
		t.Run(name, func(t *testing.T) {
			got = endings(t, prelude+code)
			if got = strings.TrimRight(got, "\n") + "\n"; got != strings.TrimRight(want, "\n")+"\n" && !*update {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
		fmt.Fprintf(&all, "-- %s\n%s\n=\n%s\n", name, code, got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.TrimRight(all.String(), "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMerged follows a function with more paths than the bound: what is known only of some of them is lost, and the rest is not.
func TestMerged(t *testing.T) {
	var params, tests strings.Builder
	for i := range 13 {
		fmt.Fprintf(&params, "a%d, ", i)
		fmt.Fprintf(&tests, "if a%d { look(%d) }\n", i, i)
	}
	code := "func f(" + params.String() + "last bool) (Result, error) {\nvar before error\nif a0 { before = ErrWait }\n" + tests.String() + `
	if err := try(); err != nil { return Result{RequeueAfter: 1}, err }
	if last { return Result{}, before }
	return Result{Requeue: true}, nil
}`
	got := strings.Join(slices.Compact(slices.Sorted(func(yield func(string) bool) {
		for line := range strings.Lines(endings(t, prelude+code)) {
			_, results, _ := strings.Cut(line, "=>")
			if !yield(strings.TrimSpace(results)) {
				return
			}
		}
	})), "\n")
	for _, want := range []string{"{after yes 1ns requeue no}, yes", "{after no requeue yes}, no", "{after no requeue no}, lost"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not among\n%s", want, got)
		}
	}
}
