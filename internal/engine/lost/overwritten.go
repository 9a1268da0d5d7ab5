package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// neverFails reports whether a function returns nil for its error each time.
func (f *function) neverFails(fn *types.Func) bool {
	decl, results := f.decls[fn], fn.Signature().Results()
	if decl == nil {
		return f.others().funcs[symbol.Of(fn)].Nil
	}
	return syntax.ReturnsError(fn.Signature()) && !f.mentions(decl.Body, results.At(results.Len()-1)) &&
		!syntax.AnyNow(decl.Body, func(ret *ast.ReturnStmt) bool { return len(ret.Results) > 0 && !isNil(syntax.LastResult(ret)) })
}

// after returns the statements that follow one in its list.
func after(c inspector.Cursor) []ast.Stmt {
	s, ok := c.Node().(ast.Stmt)
	if !ok {
		return nil
	}
	list, _ := syntax.Statements(c.Parent().Node())
	if i := slices.Index(list, s); i >= 0 {
		return list[i+1:]
	}
	return nil
}

// setByCall returns the error that a statement sets, and the call whose it is.
func (f *function) setByCall(s ast.Stmt) (*types.Var, *ast.CallExpr) {
	assign, call := syntax.OfCall(s)
	if call == nil {
		return nil, nil
	}
	for _, lhs := range assign.Lhs {
		if err := f.errorOf(lhs); err != nil && err.Name() != "_" {
			return err, call
		}
	}
	return nil, nil
}

// overwritten reports whether the first statement that has to do with an error sets it anew.
func (f *function) overwritten(list []ast.Stmt, err *types.Var) bool {
	for _, s := range list {
		if !f.mentions(s, err) {
			if leaves(s) {
				return false
			}
			continue
		}
		switch inner := s.(type) {
		case *ast.IfStmt:
			if inner.Init != nil {
				s = inner.Init
			}
		case *ast.RangeStmt:
			return !f.mentions(inner.X, err) && f.overwritten(inner.Body.List, err)
		}
		again, call := f.setByCall(s)
		return again == err && !f.mentions(call, err)
	}
	return false
}

// leaves reports whether a statement may end the list that it is in.
func leaves(s ast.Stmt) bool {
	return syntax.AnyNow(s, func(*ast.ReturnStmt) bool { return true }) || syntax.AnyNow(s, func(*ast.BranchStmt) bool { return true })
}

// gathered returns the list of errors of which a branch says that it is not empty, if a call's error is in it, or the error that is made of
// one.
func (f *function) gathered(branch *ast.IfStmt) *types.Var {
	c, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || c.Op != token.GTR && c.Op != token.NEQ {
		return nil
	}
	length, ok := ast.Unparen(c.X).(*ast.CallExpr)
	if !ok || !syntax.Is(length.Fun, "len") {
		return nil
	}
	list := f.listIn(length)
	if list == nil || f.appended(list) == nil {
		return nil
	}
	return list
}

// listIn returns the list of errors that is all that a call is handed, nil for anything else.
func (f *function) listIn(call *ast.CallExpr) *types.Var {
	if len(call.Args) != 1 {
		return nil
	}
	list := syntax.Var(f.info, call.Args[0])
	if list == nil || !listsErrors(list.Type()) {
		return nil
	}
	return list
}

// appended returns a call whose error is put into a list of errors.
func (f *function) appended(list *types.Var) *ast.CallExpr {
	var found *ast.CallExpr
	for block := range syntax.All[*ast.BlockStmt](f.decl.Body) {
		for _, t := range f.testsIn(block.List) {
			adds := func(s ast.Stmt) bool {
				to, value := syntax.Assigned(s)
				return to != nil && syntax.Var(f.info, to) == list && f.mentions(value, t.err)
			}
			if (found == nil || sourceOf(f.info, found) == local) && slices.ContainsFunc(t.branch.Body.List, adds) {
				found = t.call
			}
		}
	}
	return found
}
