package lost

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// findOvertold finds conditions that tell of an error and never reach anybody: the code goes on to set them to success, or to tell a
// function that there is no error, or returns the error before it writes the status. losterrors/overtold.
func (f *function) findOvertold(branch *ast.IfStmt, call *ast.CallExpr, rest, around []ast.Stmt, result *Result) {
	for _, s := range branch.Body.List {
		failed := f.toldBy(s)
		if failed.status != "False" || branch.Else != nil {
			continue
		}
		e := Error{Pos: s.Pos(), Call: f.written(call), How: Overtold, Reconciles: f.reconciles}
		failed.status = "True"
		ret, returns := syntax.Last[*ast.ReturnStmt](branch.Body.List)
		switch goesOn := !leaves(branch.Body); {
		case goesOn && slices.ContainsFunc(rest, func(s ast.Stmt) bool { return f.toldBy(s) == failed }),
			!returns && slices.ContainsFunc(around, func(s ast.Stmt) bool { return f.toldBy(s) == failed }):
		case f.explainedIn(call.Pos(), branch.End()):
			continue
		case goesOn && f.deniesError(branch):
			e.How = Denied
		case returns && f.reconciles && f.unwritten(branch, ret, failed.object):
			e.How, e.Pos = Unwritten, ret.Pos()
		default:
			continue
		}
		result.Errors = append(result.Errors, e)
	}
}

// told is what a statement sets a condition to.
type told struct{ object, kind, status string }

// toldBy returns what a statement sets a condition to, as far as constants say.
func (f *function) toldBy(s ast.Stmt) (t told) {
	call := syntax.CallOf(s)
	if call == nil || !strings.Contains(lastName(call), "condition") && !begins(lastName(call), "mark") {
		return t
	}
	for _, word := range []string{"True", "False"} { // in the name
		if strings.Contains(lastName(call), strings.ToLower(word)) {
			t.status = word
		}
	}
	args := call.Args
	if of, _ := syntax.Selected(call.Fun); of != nil {
		t.object = types.ExprString(of)
	}
	for i := 0; i < len(args); i++ {
		if lit, ok := args[i].(*ast.CompositeLit); ok {
			args = append(args[:i+1:i+1], syntax.Field(lit, "Type"), syntax.Field(lit, "Status"))
			continue
		}
		switch v := f.info.Types[args[i]].Value; {
		case i == 0 && v == nil:
			t.object = types.ExprString(syntax.Address(args[i]))
		case v == nil || v.Kind() != constant.String:
		case constant.StringVal(v) == "True", constant.StringVal(v) == "False":
			t.status = constant.StringVal(v)
		case t.kind == "":
			t.kind = constant.StringVal(v)
		}
	}
	if t.kind == "" {
		return told{}
	}
	return t
}

// deniesError reports whether the function ends with a call that is told by nil that there is no error, where other ways hand it one.
func (f *function) deniesError(branch *ast.IfStmt) bool {
	last, ok := syntax.Last[*ast.ReturnStmt](f.decl.Body.List)
	if !ok || len(last.Results) != 1 || last.Pos() < branch.End() {
		return false
	}
	call, ok := ast.Unparen(last.Results[0]).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	n := len(call.Args) - 1
	return isNil(call.Args[n]) && syntax.AnyNow(f.decl.Body, func(other *ast.CallExpr) bool {
		return types.ExprString(other.Fun) == types.ExprString(call.Fun) && len(other.Args) > n && f.errorOf(other.Args[n]) != nil
	})
}

// unwritten reports whether a return of an error comes before the function writes the status of an object of its own, which nobody else
// writes.
func (f *function) unwritten(branch *ast.IfStmt, ret *ast.ReturnStmt, object string) bool {
	root, _, _ := strings.Cut(object, ".")
	own := func(n ast.Node) bool { return syntax.Spells(n, root) }
	isOwn := slices.ContainsFunc(f.decl.Body.List, func(s ast.Stmt) bool {
		to, _ := setIn(s)
		return s.End() < branch.Pos() && len(to) > 0 && syntax.Is(to[0], root)
	})
	if !isOwn || len(ret.Results) != 2 || isNil(ret.Results[1]) || syntax.Any(ret, func(call *ast.CallExpr) bool { return own(call) }) {
		return false
	}
	later, sooner := false, false
	for n := range ast.Preorder(f.decl.Body) {
		switch n := n.(type) {
		case *ast.DeferStmt:
			sooner = true
		case *ast.CallExpr:
			if f.isStatusWrite(n) && own(n) {
				later = later || n.Pos() > branch.End()
				sooner = sooner || syntax.Within(branch.Body, n)
			}
		}
	}
	return later && !sooner
}
