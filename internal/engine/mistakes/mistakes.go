package mistakes

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("mistakes", "find delays, events and flags that are not what they are meant to be", analyse)

// A Result lists the mistakes of a package.
type Result struct {
	report.Fault

	Mistakes []Mistake // by position
}

// A Mistake is something that is not what it is meant to be.
type Mistake struct {
	Pos   token.Pos
	Kind  Kind
	Text  string   // the expression, as it is written: a delay, what fails, a channel; or the name of a flag
	Value int64    // of a constant
	Expr  ast.Expr // the expression, nil if it stands in another function
	Meant bool     // it is a request's, and 1: whoever writes that may mean "at once"
}

// A Kind says what is wrong.
type Kind int

// What is wrong.
const (
	Unitless        Kind = iota // a constant delay that counts nanoseconds
	Counted                     // a number of seconds or the like, converted as if it were nanoseconds
	Passed                      // what is left until a time that may have passed
	NoBurst                     // a bucket that never holds a token
	OtherLimiter                // a delay of a limiter that is not that of the queue
	Dropped                     // an event that a handler drops where it cannot ask the API server
	Unheard                     // a signal that is sent while nobody receives
	Misnamed                    // an event that asks for an object of another kind by its own object's name: Text has both kinds
	NeverParsed                 // a flag for a number of workers that nothing parses
	RateNeverParsed             // the same, for the rate of a client
	BeforeParse                 // a flag that is read for a number of workers before flags are parsed
)

// Of returns the mistakes of some kinds in the package of a pass, whose analyzer requires [Analyzer].
func Of(pass *analysis.Pass, kinds ...Kind) []Mistake {
	list := pass.ResultOf[Analyzer].(*Result).Mistakes
	return slices.DeleteFunc(slices.Clone(list), func(m Mistake) bool { return !slices.Contains(kinds, m.Kind) })
}

func analyse(pass *analysis.Pass) *Result {
	p := &program{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass), result: &Result{}}
	if known.Foundation(pass.Pkg.Path()) || !slices.ContainsFunc(pass.Pkg.Imports(),
		func(imp *types.Package) bool { return known.Foundation(imp.Path()) }) {
		return p.result
	}
	takes := known.Imports(pass.Pkg, known.ControllerRuntime, known.Reconcile, known.Workqueue, known.Rate, known.Flowcontrol)
	controls := known.Imports(pass.Pkg, known.Controller)
	for at := range syntax.Preorder(pass, (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.SelectStmt)(nil),
		(*ast.ValueSpec)(nil)) {
		if takes {
			p.look(at)
		}
		switch n := at.Node().(type) {
		case *ast.CompositeLit, *ast.CallExpr:
			p.handles(n)
			if _, ok := n.(*ast.CallExpr); ok {
				p.watches(at)
			}
		case *ast.SelectStmt:
			p.sends(n)
		case *ast.ValueSpec:
			if controls {
				p.initialises(n)
			}
		}
	}
	p.unparsed()
	slices.SortStableFunc(p.result.Mistakes, func(a, b Mistake) int { return cmp.Compare(a.Pos, b.Pos) })
	p.result.Mistakes = slices.CompactFunc(p.result.Mistakes, func(a, b Mistake) bool { return a.Pos == b.Pos })
	return p.result
}

// A program is a package that is looked at.
type program struct {
	pass   *analysis.Pass
	info   *types.Info
	decls  map[*types.Func]*ast.FuncDecl
	result *Result
}

// found adds a mistake.
func (p *program) found(m Mistake) {
	if m.Text == "" {
		m.Text = syntax.Written(p.pass, m.Expr)
	}
	p.result.Mistakes = append(p.result.Mistakes, m)
}
