package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// writesAgain looks at a call of a clientset that updates an object and whose answer, which has the new version, is thrown away: another
// update of the object further down has the version of before, and conflicts each time. conflicts, writesAgain.
func (p *program) writesAgain(at inspector.Cursor) {
	set, call := syntax.OfCall(at.Node())
	if call == nil || len(set.Lhs) != 2 || !syntax.Is(set.Lhs[0], "_") {
		return
	}
	object := p.updatedBy(call)
	if object == nil {
		return
	}
	var block *ast.BlockStmt
	for in := range at.Enclosing((*ast.BlockStmt)(nil)) {
		block = in.Node().(*ast.BlockStmt)
		break
	}
	if block == nil {
		return
	}
	var again *ast.CallExpr
	anew := false
	syntax.AnyNow(block, func(n ast.Node) bool {
		if n.Pos() <= call.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				of := syntax.Root(p.info, to)
				_, name := syntax.Selected(to)
				anew = anew || syntax.Var(p.info, to) == object || of == object && name == "ResourceVersion"
			}
		case *ast.CallExpr:
			if p.updatedBy(n) == object {
				again = n
				break
			}
			fn := syntax.Called(p.info, n)
			anew = anew || fn == nil || fn.Name() == "SetResourceVersion" || strings.HasPrefix(fn.Name(), "Get") && known.Requests(fn)
			for _, arg := range n.Args { // whoever is handed it and may fail may read it again
				anew = anew || fn != nil && syntax.Var(p.info, arg) == object && syntax.AnyType(fn.Signature().Results(), syntax.IsError)
			}
		}
		return again != nil || anew
	})
	if again != nil && !anew {
		p.found(Mistake{Pos: again.Pos(), Kind: WrittenAgain, Text: object.Name(), Expr: call})
	}
}

// updatedBy returns the variable of the object that a call of a clientset updates, nil for any other call.
func (p *program) updatedBy(call *ast.CallExpr) *types.Var {
	fn := syntax.Called(p.info, call)
	if fn == nil || fn.Name() != "Update" && fn.Name() != "UpdateStatus" || !known.Requests(fn) || fn.Signature().Results().Len() != 2 {
		return nil
	}
	for _, arg := range call.Args {
		if v := syntax.Var(p.info, arg); v != nil && types.Identical(v.Type(), fn.Signature().Results().At(0).Type()) {
			return v
		}
	}
	return nil
}

// writesInstead looks at a branch for the error of an update that updates the same object another way, without its kind or a new version: a
// conflict is one again. conflicts, writesInstead.
func (p *program) writesInstead(at inspector.Cursor) {
	branch := at.Node().(*ast.IfStmt)
	test, ok := branch.Cond.(*ast.BinaryExpr)
	if !ok || test.Op != token.NEQ || !syntax.Is(test.Y, "nil") {
		return
	}
	err, before := syntax.Var(p.info, test.X), ast.Node(branch.Init)
	if prev, ok := at.PrevSibling(); ok && branch.Init == nil {
		before = prev.Node()
	}
	set, first := syntax.OfCall(before)
	if set == nil || err == nil || len(set.Lhs) != 1 || syntax.Var(p.info, set.Lhs[0]) != err {
		return
	}
	object := p.writtenBy(first)
	if object == nil || syntax.Any(branch.Body, func(ret *ast.ReturnStmt) bool { return syntax.Mentions(p.info, ret, err) }) {
		return // whoever tries again gets it again
	}
	var instead *ast.CallExpr
	anew := false
	syntax.AnyNow(branch.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return anew
		}
		if p.writtenBy(call) == object {
			instead = call
			return true
		}
		anew = anew || syntax.Mentions(p.info, call, err) && syntax.IsBool(p.info.TypeOf(call)) ||
			slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return syntax.Var(p.info, syntax.Address(arg)) == object })
		return anew
	})
	if instead != nil && !anew {
		p.found(Mistake{Pos: instead.Pos(), Kind: WrittenInstead, Text: object.Name(), Expr: first})
	}
}

// writtenBy returns the variable of the object that a call of controller-runtime's client updates, nil for any other call.
func (p *program) writtenBy(call *ast.CallExpr) *types.Var {
	fn := syntax.Called(p.info, call)
	if fn == nil || fn.Name() != "Update" || !known.Requests(fn) || len(call.Args) < 2 {
		return nil
	}
	return syntax.Var(p.info, syntax.Address(call.Args[1]))
}
