package lost

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// place returns where the error is lost: at a return in the branch, or else at the branch, from which its return may be far.
func (p *path) place() token.Pos {
	if p.ret.Pos() > p.branch.End() {
		return p.branch.Pos()
	}
	return p.ret.Pos()
}

// informs reports whether statements tell of an error, and at the levels of information and debugging alone.
func (f *function) informs(body *ast.BlockStmt, err *types.Var) bool {
	told, louder := false, false
	for _, s := range body.List {
		call := syntax.CallOf(s)
		if call == nil || !f.mentions(call, err) {
			continue
		}
		fn := syntax.Called(f.info, call)
		if fn != nil && (strings.HasPrefix(fn.Name(), "Info") || strings.HasPrefix(fn.Name(), "Debug")) {
			told = true
		} else {
			louder = true
		}
	}
	return told && !louder
}

// toldAsError reports whether a statement of a block tells of something at the level of errors or warnings.
func (f *function) toldAsError(block *ast.BlockStmt) bool {
	return slices.ContainsFunc(block.List, func(s ast.Stmt) bool {
		call := syntax.CallOf(s)
		return call != nil && tells(f.info, call) && (begins(lastName(call), "err", "warn") || len(call.Args) > 0 &&
			saysFailed.MatchString(types.ExprString(call.Args[0])))
	})
}

// saysFailed matches what is told of failures.
var saysFailed = regexp.MustCompile(`(?i)"(warn|err|unable|could not|cannot|can't)|fail`)

// named returns the error that the function returns where it has a name, else nil. A return that says nil sets it, and deferred functions
// see that.
func (f *function) named() *types.Var {
	if n := f.sig.Results().Len(); n > 0 && f.sig.Results().At(n-1).Name() != "" {
		return f.sig.Results().At(n - 1)
	}
	return nil
}

// deferredUses reports whether a function that is deferred before a place does more with an error than to tell of it: losterrors/told,
// deferring. Of one that the function returns by its name it sees no more than what a return has put there.
func (f *function) deferredUses(err *types.Var, before token.Pos) bool {
	return err != f.named() && syntax.Any(f.decl.Body, func(d *ast.DeferStmt) bool {
		return d.Pos() < before && syntax.Any(d.Call, func(id *ast.Ident) bool {
			idle := func(s *ast.ExprStmt) bool { return syntax.Within(s, id) && f.idle(s) }
			return f.info.Uses[id] == types.Object(err) && !syntax.Any(d.Call, idle)
		})
	})
}

// tested returns the error that a branch is taken for if it is not nil, and the call that it comes from.
func (f *function) tested(branch *ast.IfStmt, before []ast.Stmt) (*types.Var, *ast.CallExpr) {
	err := f.notNil(branch.Cond)
	if err == nil {
		return nil, nil
	}
	call := f.given(branch, before, err)
	if call == nil {
		return nil, nil
	}
	return err, call
}

// A test is a branch that is taken for the error of a call if it is not nil.
type test struct {
	at     int // its place in its list of statements
	branch *ast.IfStmt
	err    *types.Var
	call   *ast.CallExpr
}

// testsIn returns those of a list of statements.
func (f *function) testsIn(list []ast.Stmt) (tests []test) {
	for i, s := range list {
		if branch, ok := s.(*ast.IfStmt); ok {
			if err, call := f.tested(branch, list[:i]); err != nil {
				tests = append(tests, test{i, branch, err, call})
			}
		}
	}
	return tests
}

// handsBack reports whether the branch of a test ends with a return that may be of its error.
func (f *function) handsBack(t test) bool {
	ret, ok := syntax.Last[*ast.ReturnStmt](t.branch.Body.List)
	return ok && (len(ret.Results) == 0 || f.mentions(ret, t.err))
}

// given returns the call that sets an error right before a branch, nil if that is done in another way.
func (f *function) given(branch *ast.IfStmt, before []ast.Stmt, err *types.Var) *ast.CallExpr {
	to, value := setIn(setter(branch, before))
	if len(value) != 1 || !slices.ContainsFunc(to, func(e ast.Expr) bool { return f.errorOf(e) == err }) {
		return nil
	}
	call, _ := ast.Unparen(value[0]).(*ast.CallExpr)
	return call
}

// setter returns what runs right before the condition of a branch: its initialiser, or the statement before it.
func setter(branch *ast.IfStmt, before []ast.Stmt) ast.Stmt {
	if branch.Init != nil || len(before) == 0 {
		return branch.Init
	}
	return before[len(before)-1]
}

// setIn returns what a statement sets, and to what: an assignment, or the declaration of variables.
func setIn(s ast.Stmt) (to, values []ast.Expr) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return s.Lhs, s.Rhs
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			if vars, ok := spec.(*ast.ValueSpec); ok {
				for _, name := range vars.Names {
					to = append(to, name)
				}
				values = append(values, vars.Values...)
			}
		}
	}
	return to, values
}

// notNil returns the error of which a condition says that it is not nil, and of no kind that it names.
func (f *function) notNil(cond ast.Expr) *types.Var {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	switch c.Op {
	case token.NEQ:
		if isNil(c.Y) {
			return cmp.Or(f.without(c.X), f.errorOf(c.X))
		}
	case token.LAND:
		if err := f.notNil(c.X); err != nil && f.negates(c.Y, err) {
			return err
		}
	}
	return nil
}

// without returns the error of which an expression leaves out a kind, such as client.IgnoreNotFound(err), nil for any other.
func (f *function) without(e ast.Expr) *types.Var {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if fn := syntax.Called(f.info, call); fn == nil || !strings.HasPrefix(fn.Name(), "Ignore") {
		return nil
	}
	return f.errorOf(call.Args[0])
}

// negates reports whether a condition says that an error is not of some kinds.
func (f *function) negates(cond ast.Expr, err *types.Var) bool {
	switch c := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		_, isCall := ast.Unparen(c.X).(*ast.CallExpr)
		return c.Op == token.NOT && isCall && f.mentions(c.X, err)
	case *ast.BinaryExpr:
		return c.Op == token.NEQ && f.mentions(c, err)
	}
	return false
}

// loses returns what is lost if a return loses the error: it says that all went well, nobody has said why, and another
// try might go well.
func (p *path) loses() (Error, bool) {
	switch {
	case p.mentions(p.ret, p.err), p.explained(), p.source(p.call) == local, p.asksAgain():
		return Error{}, false
	case len(p.ret.Results) == 1:
		call, ok := ast.Unparen(p.ret.Results[0]).(*ast.CallExpr)
		return Error{}, ok && p.answersEmpty(call)
	}
	if other := p.other(); other != nil {
		return Error{How: Mistaken, Other: other.Name()}, true
	}
	return Error{}, true
}

// sendsEvent reports whether the way from the call to the return leads to where the function sends an event, which brings a request back:
// losterrors, wakesItself.
func (p *path) sendsEvent() bool {
	return syntax.AnyNow(p.decl.Body, func(send *ast.SendStmt) bool {
		return p.call.Pos() < send.Pos() && send.Pos() < p.ret.Pos() && !syntax.Within(p.branch, send) &&
			known.Untyped(symbol.OfType(p.info.TypeOf(send.Value))) == known.Event+".GenericEvent"
	})
}

// asksAgain reports whether the return writes down a Result that may ask for the request again, or hands the error to what makes one:
// losterrors/told, judged; losterrors, besideObjects.
func (p *path) asksAgain() bool {
	at := slices.IndexFunc(p.ret.Results, func(e ast.Expr) bool { return known.IsResult(p.info.TypeOf(e)) })
	if at < 0 {
		return false
	}
	switch result := ast.Unparen(p.ret.Results[at]).(type) {
	case *ast.CompositeLit:
		return !p.asksNothing(result)
	case *ast.CallExpr:
		return len(p.ret.Results) == 2 && p.mentions(result, p.err)
	}
	return false
}

// other returns the variable with another error that a return hands on, nil if it hands on none.
func (p *path) other() *types.Var {
	if p.mentions(p.ret, p.err) {
		return nil
	}
	return p.errorOf(syntax.LastResult(p.ret))
}
