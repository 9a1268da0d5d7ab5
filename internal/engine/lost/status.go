package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// isStatusWrite reports whether a call writes an object's status: by the client, or as the name of a function of the package says that
// makes requests.
func (f *function) isStatusWrite(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if fn == nil {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil && known.StatusWriters[symbol.OfType(code.Deref(recv.Type()))] {
		return true
	}
	if fn.Name() == "UpdateStatus" && sourceOf(f.info, call) == remote {
		return true
	}
	return acts(call) && strings.HasSuffix(lastName(call), "status") && f.decls[fn.Origin()] != nil && f.asksFar(fn)
}

// onlyTold returns the call that writes a status in a list of statements, and whose error is told of at most.
func (f *function) onlyTold(list []ast.Stmt) (*ast.IfStmt, *ast.CallExpr) {
	for i, s := range list {
		branch, ok := s.(*ast.IfStmt)
		if !ok {
			continue
		}
		err, call := f.tested(branch, list[:i])
		if err == nil || !f.isStatusWrite(call) || branch.Else != nil && f.mentions(branch.Else, err) {
			continue
		}
		quiet := true
		for _, s := range branch.Body.List {
			quiet = quiet && f.quiet(s)
		}
		later := false
		for _, s := range list[i+1:] {
			later = later || f.mentions(s, err)
		}
		if quiet && !later {
			return branch, call
		}
	}
	return nil, nil
}

// quiet reports whether a statement does no more about an error than to tell of it, and to leave or to go on with the next item.
func (f *function) quiet(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return len(s.Results) == 0
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		return ok && announces(call) || f.idle(s)
	}
	return f.idle(s)
}

// findDeferredStatus finds the deferred functions that write the status and only tell of its error, where the function can say that all
// went well.
func (f *function) findDeferredStatus(d *ast.DeferStmt, result *Result) {
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	if fn := syntax.Called(f.info, d.Call); !ok && fn != nil && lastIsError(fn.Signature()) && f.isStatusWrite(d.Call) &&
		!f.explainedIn(d.Pos(), d.End()) {
		how := Unseen
		if f.saysDone(d.End()) {
			how = DeferredStatus
		}
		result.Errors = append(result.Errors, Error{Pos: d.Pos(), Call: written(d.Call), How: how, Reconciles: true})
	}
	if !ok || lit.Type.Results != nil {
		return
	}
	if !f.explainedIn(d.Pos(), d.End()) && f.saysDone(d.End()) {
		for _, e := range f.silencesIn(lit.Body, "") {
			if e.Status || f.runs() {
				result.Errors = append(result.Errors, e)
			}
		}
	}
}

// saysDone reports whether a return after a place says that all is done: with an empty Result that is written down, or a variable of the
// package that keeps one, and nil.
func (f *function) saysDone(after token.Pos) bool {
	return syntax.AnyNow(f.decl.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || ret.Pos() < after || len(ret.Results) == 0 || !isNil(ret.Results[len(ret.Results)-1]) {
			return false
		}
		if !f.reconciles {
			return true
		}
		lit, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
		return ok && f.asksNothing(lit) || f.program.Variable(syntax.Object(f.info, ret.Results[0])).IsZero()
	})
}

// findToldStatuses finds them in all statements of a function.
func (f *function) findToldStatuses(result *Result) {
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		if f.inLiteral(at) {
			continue // who calls it and what it is for cannot be told from here
		}
		list := statements(at.Node())
		for i := range list {
			f.findToldStatus(list, i, result)
			f.findFinalized(list, i, result)
		}
	}
}

// findToldStatus finds the functions without results that write the status and only tell of its error, and are called right before
// another function says that all is done. Each is found once, with all such calls.
func (f *function) findToldStatus(list []ast.Stmt, at int, result *Result) {
	stmt, ok := list[at].(*ast.ExprStmt)
	if !ok {
		return
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok {
		return
	}
	inner := f.ofPackage(call)
	if inner == nil || inner.sig.Results().Len() > 0 {
		return
	}
	decl := inner.decl
	w := &way{function: f, call: call, rest: list[at+1:]}
	ret := w.next()
	if ret == nil || len(ret.Results) != 2 || !isNil(ret.Results[1]) || !f.mayBeEmpty(ret.Results[0], ret.Pos()) {
		return
	}
	branch, write := inner.onlyTold(decl.Body.List)
	if write == nil || inner.explainedIn(decl.Pos(), decl.End()) || f.explainedIn(call.Pos(), ret.End()) {
		return
	}
	i := slices.IndexFunc(result.Errors, func(l Error) bool { return l.How == ToldStatus && l.Pos == branch.Pos() })
	if i < 0 {
		i = len(result.Errors)
		result.Errors = append(result.Errors, Error{Pos: branch.Pos(), Call: written(write), How: ToldStatus, Other: decl.Name.Name,
			Reconciles: true})
	}
	result.Errors[i].Calls = append(result.Errors[i].Calls, call.Pos())
}

// mayBeEmpty reports whether a Result may ask for nothing: it is written down so, or is a variable that begins empty and is set in
// branches only.
func (f *function) mayBeEmpty(e ast.Expr, at token.Pos) bool {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return f.asksNothing(lit)
	}
	v := syntax.Var(f.info, e)
	if v == nil || v.Parent() == nil || v.Parent() == f.pass.Pkg.Scope() {
		return false
	}
	begins := false
	for _, s := range f.decl.Body.List {
		if s.Pos() > at {
			break
		}
		switch s := s.(type) {
		case *ast.DeclStmt:
			begins = begins || f.declaresEmpty(s, v)
		case *ast.AssignStmt:
			for i, lhs := range s.Lhs {
				root := ast.Unparen(lhs)
				if sel, ok := root.(*ast.SelectorExpr); ok {
					root = sel.X
				}
				if syntax.Var(f.info, root) == v {
					begins = root == ast.Unparen(lhs) && len(s.Lhs) == len(s.Rhs) && f.emptyLiteral(s.Rhs[i])
				}
			}
		}
	}
	return begins
}

// declaresEmpty reports whether a statement declares a variable without a value.
func (f *function) declaresEmpty(s *ast.DeclStmt, v *types.Var) bool {
	return syntax.Any(s, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) > 0 {
			return false
		}
		for _, name := range spec.Names {
			if f.info.Defs[name] == v {
				return true
			}
		}
		return false
	})
}
