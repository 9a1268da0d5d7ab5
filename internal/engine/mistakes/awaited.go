package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A Missing is an object that a reconciler reads and does without where it is missing: the request counts as done.
type Missing struct {
	Pos  token.Pos // of the read
	Type symbol.Name
	// Unready is where the request counts as done while the object is there and not as the reconciler waits for, not valid for where it is
	// missing.
	Unready token.Pos
}

// clients is the package of controller-runtime's clients.
const clients = known.ControllerRuntime + "/pkg/client"

// AwaitedBy returns the objects that a reconciler reads with a client of controller-runtime, in functions of the package of a pass that it
// leads to by name and that return a Result, where the return for a missing one says that all is done. See unwatched, awaits.
func AwaitedBy(pass *analysis.Pass, reconciler symbol.Name) (list []Missing) {
	for _, fn := range mentioned(pass, methodOf(pass, reconciler)) {
		decl, ok := fn.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if obj, _ := pass.TypesInfo.Defs[decl.Name].(*types.Func); obj == nil || !known.ReturnsResult(obj.Signature()) ||
			undoes.MatchString(obj.Name()) {
			continue
		}
		for branch := range syntax.All[*ast.IfStmt](decl.Body) {
			if !onlyTells(pass, branch.Body) {
				continue
			}
			if get := given(pass.TypesInfo, decl, gone(pass.TypesInfo, branch.Cond), branch.Body.Pos()); get != nil {
				if typ := readOf(pass.TypesInfo, get); typ != "" {
					list = append(list, Missing{Pos: get.Pos(), Type: typ})
				}
				continue
			}
			for get := range syntax.All[*ast.CallExpr](decl.Body) {
				if typ := readOf(pass.TypesInfo, get); typ != "" && get.End() < branch.Pos() && asksState(pass, branch.Cond, get.Args[2]) {
					list = append(list, Missing{Pos: get.Pos(), Type: typ, Unready: branch.Pos()})
				}
			}
		}
	}
	return list
}

// readOf returns the type of the object that a call reads with a client of controller-runtime, "" for any other call, and where that is the
// object of the request or of a type that only the program's values tell.
func readOf(info *types.Info, get *ast.CallExpr) symbol.Name {
	if name := syntax.CalledName(info, get); !name.In(clients) || name.Last() != "Get" || len(get.Args) < 3 {
		return ""
	}
	typ := symbol.OfType(code.Deref(info.TypeOf(get.Args[2])))
	if known.DynamicObject(typ) || ofRequest(info, get.Args[1]) {
		return ""
	}
	return typ
}

// asksState reports whether a condition asks for what the status of an object says, itself or by a variable that is given that once.
func asksState(pass *analysis.Pass, cond, object ast.Expr) bool {
	read := syntax.Var(pass.TypesInfo, syntax.Address(object))
	of := func(e ast.Expr) bool {
		return read != nil && syntax.Any(e, func(sel *ast.SelectorExpr) bool {
			return sel.Sel.Name == "Status" && syntax.Var(pass.TypesInfo, sel.X) == read
		})
	}
	if not, ok := ast.Unparen(cond).(*ast.UnaryExpr); ok {
		cond = not.X
	}
	if v := syntax.Var(pass.TypesInfo, cond); v != nil && !v.IsField() {
		cond = syntax.OnlyGiven(pass, v)
	}
	return cond != nil && of(cond)
}

// given returns the call whose error a variable has at a place of a function, nil if it has none.
func given(info *types.Info, decl *ast.FuncDecl, err *types.Var, at token.Pos) (last *ast.CallExpr) {
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		if assign.Pos() < at && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool { return err != nil && syntax.Var(info, to) == err }) {
			_, last = syntax.OfCall(assign)
		}
	}
	return last
}

// gone returns the error of which a condition asks whether it is about a missing object, nil for any other condition.
func gone(info *types.Info, cond ast.Expr) *types.Var {
	call, ok := ast.Unparen(cond).(*ast.CallExpr)
	if !ok || syntax.CalledName(info, call) != "k8s.io/apimachinery/pkg/api/errors.IsNotFound" {
		return nil
	}
	return syntax.Var(info, call.Args[0])
}

// onlyTells reports whether a branch ends with an empty Result and no error, or with what a function of the package returns that asks for
// nothing either, and says in an object that something is missing, but changes nothing else in the cluster: whoever says nothing may have
// nothing to do without it.
func onlyTells(pass *analysis.Pass, branch *ast.BlockStmt) bool {
	info := pass.TypesInfo
	ret, ok := syntax.Last[*ast.ReturnStmt](branch.List)
	return ok && (isEmpty(ret) && syntax.Is(ret.Results[1], "nil") || endsEmpty(pass, ret)) && syntax.Any(branch, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return slices.ContainsFunc(n.Args, func(arg ast.Expr) bool { return known.IsObject(info.TypeOf(arg)) }) ||
				isCondition(info, n)
		case *ast.AssignStmt:
			to, name := syntax.Selected(n.Lhs[0])
			return to != nil && (name == "Status" || syntax.Spells(to, "Status"))
		}
		return false
	}) && !syntax.Any(branch, func(call *ast.CallExpr) bool {
		name := syntax.CalledName(info, call)
		return name.In(clients) && slices.Contains([]string{"Create", "Delete", "DeleteAllOf", "Get", "List"}, name.Last())
	})
}

// isEmpty reports whether a return has an empty Result and something beside it.
func isEmpty(ret *ast.ReturnStmt) bool {
	if len(ret.Results) != 2 {
		return false
	}
	result, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	return ok && len(result.Elts) == 0
}

// endsEmpty reports whether a return hands on what a function of the package returns, which is an empty Result each time.
func endsEmpty(pass *analysis.Pass, ret *ast.ReturnStmt) bool {
	if len(ret.Results) != 1 {
		return false
	}
	call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := syntax.Called(pass.TypesInfo, call)
	if fn == nil || !known.ReturnsResult(fn.Signature()) {
		return false
	}
	decl := syntax.Declarations(pass)[fn]
	return decl != nil && !syntax.AnyNow(decl.Body, func(ret *ast.ReturnStmt) bool { return !isEmpty(ret) })
}

// isCondition reports whether a call is handed the conditions of an object.
func isCondition(info *types.Info, call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		of := info.TypeOf(arg)
		if of == nil {
			return false
		}
		t, ok := code.Deref(of).Underlying().(*types.Slice)
		return ok && symbol.OfType(t.Elem()) == "k8s.io/apimachinery/pkg/apis/meta/v1.Condition"
	})
}

// ofRequest reports whether a key is made of the request: the object is what the request is for.
func ofRequest(info *types.Info, key ast.Expr) bool {
	return syntax.Any(key, func(e ast.Expr) bool { return symbol.OfType(info.TypeOf(e)) == known.Request })
}
