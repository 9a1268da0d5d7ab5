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
		return f.others().nils[symbol.Of(fn)]
	}
	if results.Len() == 0 || f.mentions(decl.Body, results.At(results.Len()-1)) {
		return false
	}
	return syntax.IsError(results.At(results.Len()-1).Type()) && !syntax.AnyNow(decl.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		return ok && len(ret.Results) > 0 && !isNil(ret.Results[len(ret.Results)-1])
	})
}

// after returns the statements that follow one in its list.
func after(c inspector.Cursor) []ast.Stmt {
	s, ok := c.Node().(ast.Stmt)
	if !ok {
		return nil
	}
	list := statements(c.Parent().Node())
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
	return syntax.AnyNow(s, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return true
		}
		return false
	})
}

// gathered returns the list of errors of which a branch says that it is not empty, or the error that is made of one, and a call whose error
// is in the list.
func (f *function) gathered(branch *ast.IfStmt) (*types.Var, *ast.CallExpr) {
	c, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
	if !ok || c.Op != token.GTR && c.Op != token.NEQ {
		return nil, nil
	}
	length, ok := ast.Unparen(c.X).(*ast.CallExpr)
	if !ok || !syntax.Is(length.Fun, "len") {
		return nil, nil
	}
	list := f.listIn(length)
	if list == nil {
		return nil, nil
	}
	if call := f.appended(list); call != nil {
		return list, call
	}
	return nil, nil
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
		for i, s := range block.List {
			branch, ok := s.(*ast.IfStmt)
			if !ok {
				continue
			}
			err, call := f.tested(branch, block.List[:i])
			if err == nil {
				continue
			}
			for _, s := range branch.Body.List {
				if assign, ok := s.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && syntax.Var(f.info, assign.Lhs[0]) == list &&
					f.mentions(assign.Rhs[0], err) {
					if found == nil || sourceOf(f.info, found) == local {
						found = call
					}
				}
			}
		}
	}
	return found
}
