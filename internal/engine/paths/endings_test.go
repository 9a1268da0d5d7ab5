package paths

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/development/sourcetest"
	"github.com/rllint/rllint/internal/engine/ssacode"
)

// prelude is what each case has beside its own functions. Functions without a body are code that is not read.
const prelude = `package p
import (
	"errors"
	"fmt"
	"time"
	multierror "github.com/hashicorp/go-multierror"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)
type Result = reconcile.Result
var _, _, _, _, _ = errors.New, fmt.Errorf, time.Second, apierrors.IsNotFound, client.IgnoreNotFound
var _ multierror.Error
var ErrWait = errors.New("wait")
type own struct { err error; after time.Duration }
func try() error
func ask() (Result, error)
func how() (time.Duration, error)
func is() bool
func look(any)
`

// endings returns how the function f of a package comes back, a line each.
func endings(t *testing.T, source string) string {
	t.Helper()
	pass := sourcetest.Pass(t, source)
	p := New(pass)
	chosen := make(map[*ast.FuncDecl]bool)
	for _, decl := range pass.Files[0].Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			chosen[fn] = true
		}
	}
	pkg, funcs, done := ssacode.Functions(pass, chosen)
	defer done()
	p.Built(pkg, funcs)
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
		if index, part := InputOf(id); id < 0 {
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
	sourcetest.Cases(t, "testdata/endings.txt", func(t *testing.T, code string) string { return endings(t, prelude+code) })
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
