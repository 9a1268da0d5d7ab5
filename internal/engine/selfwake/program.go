package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// A Result lists what was found in a package.
type Result struct {
	report.Fault

	Wakes []Wake
}

// A Wake is a write of a reconciler by which it wakes itself.
type Wake struct {
	Pos     token.Pos // the write, or the call in Reconcile that leads to it
	Kind    string    // of the object, such as Pod
	What    string    // what is new on each pass, as it is written
	Changed token.Pos // where that is
	Removed bool      // it is removed before and set again, else it is the time
	// Turns are the two values that are written in turn, where it is neither.
	Turns []string
}

// A program is what matters of a package.
type program struct {
	pass       *analysis.Pass
	info       *types.Info
	decls      map[*types.Func]*ast.FuncDecl
	reconciles []*ast.FuncDecl
	watched    map[*types.TypeName]bool // types whose every event wakes a controller
	set        map[string]bool          // fields that the package sets, by their names; nil before anybody has asked
}

// Makers is the fact about a package that makes conditions for others.
type Makers struct {
	OfNow []symbol.Name // functions that return a struct with the time in it, whatever was there before; sorted
}

// A body is a function that runs on each pass, with the object that it is handed.
type body struct {
	decl      *ast.FuncDecl
	object    *types.Var
	call      token.Pos            // in Reconcile, none for Reconcile itself
	read      *types.Var           // the variable that the object is read into
	constants map[*types.Var]fixed // what its parameters are, as far as they are constants
}

// A step is a statement or an initialiser that runs on each pass that succeeds, or one that may run or not.
type step struct {
	body
	node  ast.Node
	maybe bool
}

// deepest bounds the calls that are followed.
const deepest = 3

// variable returns the variable that an expression is, or points to.
func (p *program) variable(e ast.Expr) *types.Var {
	return syntax.Var(p.info, syntax.Address(e))
}

// ofNow reports whether a function of another package returns a condition of now.
func (p *program) ofNow(fn *types.Func) bool {
	fact := new(Makers)
	return p.pass.ImportPackageFact(fn.Pkg(), fact) && slices.Contains(fact.OfNow, symbol.Of(fn.Origin()))
}

// A fixed value is a constant that a field or a parameter is given.
type fixed struct {
	text  string // how it is written, "" for none
	exact string // its value
	at    token.Pos
}

// constant returns the constant that an expression is, by way of a parameter too.
func (p *program) constant(e ast.Expr, b body) fixed {
	if value := p.info.Types[e].Value; value != nil {
		return fixed{text: types.ExprString(e), exact: value.ExactString()}
	}
	return b.constants[syntax.Var(p.info, e)]
}
