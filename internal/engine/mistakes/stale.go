package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
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
func (p *program) writtenBy(call *ast.CallExpr) *types.Var { return p.requestedBy(call, "Update", 1) }

// requestedBy returns the variable of the object that is an argument of a request of that name, nil for any other call.
func (p *program) requestedBy(call *ast.CallExpr, name string, at int) *types.Var {
	fn := syntax.Called(p.info, call)
	if fn == nil || fn.Name() != name || !known.Requests(fn) || len(call.Args) <= at {
		return nil
	}
	return syntax.Var(p.info, syntax.Address(call.Args[at]))
}

// writesMade looks at a creation of an object of a custom kind: where the same object is updated in another branch, after the one that is
// there was read into another variable, it has no resource version, without which the API server takes no update of such a kind: conflicts,
// made.
func (p *program) writesMade(at inspector.Cursor) {
	create, decl := at.Node().(*ast.CallExpr), enclosing(at)
	object := p.requestedBy(create, "Create", 1)
	if object == nil || decl == nil {
		return
	}
	kind := symbol.OfType(code.Deref(object.Type()))
	if kind == "" || types.IsInterface(object.Type()) || known.Foundation(kind.Package()) {
		return
	}
	var read, update *ast.CallExpr
	for call := range syntax.All[*ast.CallExpr](decl.Body) {
		there := p.requestedBy(call, "Get", 2)
		if there != nil && there != object && symbol.OfType(code.Deref(there.Type())) == kind {
			read = call
		}
		if p.writtenBy(call) == object && read != nil && apart(at, call) {
			update = call
		}
	}
	if update == nil {
		return
	}
	there := p.requestedBy(read, "Get", 2)
	if !syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			return strings.HasSuffix(n.Name, "ResourceVersion")
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
				_, part := syntax.Selected(to)
				star, whole := to.(*ast.StarExpr)
				return part == "ObjectMeta" && syntax.Root(p.info, to) == object || whole && syntax.Var(p.info, star.X) == object ||
					syntax.Var(p.info, to) == object && syntax.Mentions(p.info, n, there)
			})
		case *ast.CallExpr:
			fn := syntax.Called(p.info, n)
			return (fn == nil || !leavesVersion.MatchString(fn.Name())) && slices.ContainsFunc(n.Args, func(arg ast.Expr) bool {
				return syntax.Var(p.info, syntax.Address(arg)) == object
			})
		}
		return false
	}) {
		p.found(Mistake{Pos: update.Pos(), Kind: WrittenMade, Text: object.Name(), Expr: read})
	}
}

// leavesVersion matches names of functions that give an object that they are handed no resource version.
var leavesVersion = regexp.MustCompile(`^(Create|Update|ObjectKeyFromObject|Set(Controller|Owner)Reference|Info|Error|Event)|Equal`)

// apart reports whether a call and another one are in two branches of which a pass takes one.
func apart(at inspector.Cursor, other *ast.CallExpr) bool {
	for in := range at.Enclosing((*ast.IfStmt)(nil)) {
		branch := in.Node().(*ast.IfStmt)
		first, last := syntax.Within(branch.Body, at.Node()), branch.Else != nil && syntax.Within(branch.Else, at.Node())
		others := syntax.Within(branch.Body, other)
		if last && others || first && (syntax.Returns(branch.Body.List) && !others || branch.Else != nil && syntax.Within(branch.Else, other)) {
			return true
		}
	}
	return false
}
