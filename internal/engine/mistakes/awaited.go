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
			get := given(pass.TypesInfo, decl, gone(pass.TypesInfo, branch.Cond), branch.Body.Pos())
			if get == nil || !onlyTells(pass.TypesInfo, branch.Body) {
				continue
			}
			if name := syntax.CalledName(pass.TypesInfo, get); !name.In(clients) || name.Last() != "Get" || len(get.Args) < 3 {
				continue
			}
			typ := symbol.OfType(code.Deref(pass.TypesInfo.TypeOf(get.Args[2])))
			if typ != "" && !known.DynamicObject(typ) && !ofRequest(pass.TypesInfo, get.Args[1]) {
				list = append(list, Missing{get.Pos(), typ})
			}
		}
	}
	return list
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

// onlyTells reports whether a branch ends with an empty Result and no error, and says in an object that something is missing, but changes
// nothing else in the cluster: whoever says nothing may have nothing to do without it.
func onlyTells(info *types.Info, branch *ast.BlockStmt) bool {
	ret, ok := syntax.Last[*ast.ReturnStmt](branch.List)
	if !ok || len(ret.Results) != 2 || !syntax.Is(ret.Results[1], "nil") {
		return false
	}
	result, ok := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
	return ok && len(result.Elts) == 0 && syntax.Any(branch, func(n ast.Node) bool {
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
