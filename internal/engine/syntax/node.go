package syntax

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// Any reports whether something holds of a node of a type or of one within it.
func Any[N ast.Node](root ast.Node, holds func(N) bool) bool {
	for n := range All[N](root) {
		if holds(n) {
			return true
		}
	}
	return false
}

// AnyNow is [Any] without what stands in function literals, which run later if at all.
func AnyNow[N ast.Node](root ast.Node, holds func(N) bool) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		if _, later := n.(*ast.FuncLit); later || found || n == nil {
			return false
		}
		of, ok := n.(N)
		found = ok && holds(of)
		return !found
	})
	return found
}

// Mentions reports whether an identifier within a node means an object.
func Mentions(info *types.Info, root ast.Node, obj types.Object) bool {
	return Any(root, func(id *ast.Ident) bool { return info.ObjectOf(id) == obj })
}

// Sets reports whether an assignment within a node sets a variable or a field, and not only a part of it.
func Sets(info *types.Info, root ast.Node, obj types.Object) bool {
	return Any(root, func(set *ast.AssignStmt) bool {
		return slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool { return Object(info, to) == obj })
	})
}

// Within reports whether a node is another one or stands in it.
func Within(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// Spells reports whether an identifier within a node has a name, whatever it means.
func Spells(root ast.Node, name string) bool {
	return Any(root, func(n ast.Node) bool { return Is(n, name) })
}

// Is reports whether a node is an identifier of a name.
func Is(n ast.Node, name string) bool {
	if e, ok := n.(ast.Expr); ok {
		n = ast.Unparen(e)
	}
	id, ok := n.(*ast.Ident)
	return ok && id.Name == name
}

// Object returns what an identifier, or the last name of a selector, means; nil for any other expression.
func Object(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return info.ObjectOf(e)
	case *ast.SelectorExpr:
		return info.ObjectOf(e.Sel)
	}
	return nil
}

// Var returns the variable that an expression is, nil for anything else.
func Var(info *types.Info, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// Integer returns the integer that an expression is, if that is a constant.
func Integer(info *types.Info, e ast.Expr) (n int64, ok bool) {
	value := info.Types[e].Value
	if value == nil || value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(value)
}

// Text returns the text that an expression is, if that is a constant.
func Text(info *types.Info, e ast.Expr) (text string, ok bool) {
	value := info.Types[e].Value
	if value == nil || value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(value), true
}

// Param returns which parameter of a function a variable is, -1 if it is none.
func Param(sig *types.Signature, v *types.Var) int {
	return slices.Index(slices.Collect(sig.Params().Variables()), v)
}

// Address returns the expression whose address another one takes, or else that one itself.
func Address(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return ast.Unparen(u.X)
	}
	return e
}

// Selected returns what a selector selects of what, none for any other expression.
func Selected(e ast.Expr) (x ast.Expr, name string) {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return sel.X, sel.Sel.Name
	}
	return nil, ""
}

// Root returns the variable that an expression of fields and methods begins with, nil if it begins with none.
func Root(info *types.Info, e ast.Expr) *types.Var {
	for of := e; of != nil; of, _ = Selected(of) {
		e = of
	}
	return Var(info, e)
}

// Assigned returns what a statement gives to what, nil unless it assigns or defines one thing.
func Assigned(n ast.Node) (to, value ast.Expr) {
	assign, ok := n.(*ast.AssignStmt)
	if ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 && (assign.Tok == token.ASSIGN || assign.Tok == token.DEFINE) {
		return assign.Lhs[0], assign.Rhs[0]
	}
	return nil, nil
}

// OfCall returns the assignment that a statement is, if one call returns all its values, and that call; nil for any other.
func OfCall(n ast.Node) (*ast.AssignStmt, *ast.CallExpr) {
	if assign, ok := n.(*ast.AssignStmt); ok && len(assign.Rhs) == 1 {
		if call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr); ok {
			return assign, call
		}
	}
	return nil, nil
}

// CallOf returns the call that is all that a statement does, nil for any other.
func CallOf(s ast.Stmt) *ast.CallExpr {
	stmt, ok := s.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, _ := ast.Unparen(stmt.X).(*ast.CallExpr)
	return call
}

// Called returns the function or method that a call names, the generic one for an instance of it; nil where it calls a value.
func Called(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	return fn
}

// Func returns the function or method that an expression names, the generic one for an instance of it; nil for anything else.
func Func(info *types.Info, e ast.Expr) *types.Func {
	fn, ok := Object(info, e).(*types.Func)
	if !ok {
		return nil
	}
	return fn.Origin()
}

// CalledName returns the name of what [Called] returns, "" for nil.
func CalledName(info *types.Info, call *ast.CallExpr) symbol.Name {
	if fn := Called(info, call); fn != nil {
		return symbol.Of(fn)
	}
	return ""
}

// IsBool reports whether a type is that of conditions.
func IsBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// IsText reports whether a type is that of texts.
func IsText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// ReturnsError reports whether the last result of a function is an error.
func ReturnsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && IsError(sig.Results().At(n-1).Type())
}

// IsError reports whether a type is that of errors, another name for it, or of what apimachinery makes of several.
func IsError(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	return types.Identical(named.Underlying(), ErrorInterface) ||
		named.Obj().Name() == "Aggregate" && symbol.OfType(named) == "k8s.io/apimachinery/pkg/util/errors.Aggregate"
}

// ErrorInterface is what the type error is.
var ErrorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// OfError reports whether a condition compares an error with nil by an operator, and says nothing else.
func OfError(info *types.Info, cond ast.Expr, op token.Token) bool {
	c, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && c.Op == op && Is(c.Y, "nil") && IsError(info.TypeOf(c.X))
}

// TellsError reports whether a condition holds only if there is an error, and what kind of error that is: a call that is handed one and
// says yes knows it.
func TellsError(info *types.Info, cond ast.Expr) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.CallExpr:
		return slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return IsError(info.TypeOf(arg)) })
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LOR:
			return TellsError(info, e.X) && TellsError(info, e.Y)
		case token.LAND:
			return TellsError(info, e.X) || TellsError(info, e.Y)
		}
	}
	return OfError(info, cond, token.NEQ)
}

// DeniesError reports whether a condition does not hold only if there is an error.
func DeniesError(info *types.Info, cond ast.Expr) bool {
	if e, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && e.Op == token.LOR {
		return DeniesError(info, e.X) || DeniesError(info, e.Y)
	}
	return OfError(info, cond, token.EQL)
}

// Failed yields the branches of a list of statements that are taken where a call has returned an error, with that call: it stands in the
// branch's initialiser or right before it.
func Failed(info *types.Info, list []ast.Stmt) iter.Seq2[*ast.IfStmt, *ast.CallExpr] {
	return func(yield func(*ast.IfStmt, *ast.CallExpr) bool) {
		var from ast.Stmt
		for _, s := range list {
			branch, ok := s.(*ast.IfStmt)
			if ok && branch.Init != nil {
				from = branch.Init
			}
			if _, call := OfCall(from); ok && call != nil && OfError(info, branch.Cond, token.NEQ) && !yield(branch, call) {
				return
			}
			from = s
		}
	}
}

// Statements returns those of a block or of one case of a choice; ok says whether a node is one of these.
func Statements(n ast.Node) (list []ast.Stmt, ok bool) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List, true
	case *ast.CaseClause:
		return n.Body, true
	case *ast.CommClause:
		return n.Body, true
	}
	return nil, false
}

// Last returns the last of a list of statements, if it is one of a type.
func Last[S ast.Stmt](list []ast.Stmt) (last S, ok bool) {
	if len(list) > 0 {
		last, ok = list[len(list)-1].(S)
	}
	return last, ok
}

// LastResult returns the last of what a return hands back, nil if it names nothing.
func LastResult(ret *ast.ReturnStmt) ast.Expr {
	if len(ret.Results) == 0 {
		return nil
	}
	return ret.Results[len(ret.Results)-1]
}

// Returns reports whether a list of statements ends with a return.
func Returns(list []ast.Stmt) bool {
	_, returns := Last[*ast.ReturnStmt](list)
	return returns
}

// Fails reports whether a statement returns an error that is made there, and so not nil.
func Fails(info *types.Info, ret *ast.ReturnStmt) bool {
	call, ok := ast.Unparen(LastResult(ret)).(*ast.CallExpr)
	return ok && known.MakesError(CalledName(info, call))
}

// AnyType reports whether something holds of the type of one of several parameters or results.
func AnyType(list *types.Tuple, holds func(types.Type) bool) bool {
	for v := range list.Variables() {
		if holds(v.Type()) {
			return true
		}
	}
	return false
}

// Field returns the value that a struct literal gives a field by its name, nil if it gives none.
func Field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok && Is(kv.Key, name) {
			return kv.Value
		}
	}
	return nil
}

// Given yields what the declarations and statements within a node give a variable or a constant, in the order of the source: nil where
// that is no expression of its own, such as one of several results, an element of what a loop ranges over, a number that is added, or
// whatever a call puts into it by its address.
func Given(info *types.Info, root ast.Node, to types.Object) iter.Seq[ast.Expr] {
	return func(yield func(ast.Expr) bool) {
		for n := range ast.Preorder(root) {
			if value, gives := gives(info, n, to); gives && !yield(value) {
				return
			}
		}
	}
}

// gives reports whether a node gives something to a variable, and what, if that is an expression of its own.
func gives(info *types.Info, n ast.Node, to types.Object) (value ast.Expr, gives bool) {
	is := func(e ast.Expr) bool { return e != nil && Object(info, e) == to }
	switch n := n.(type) {
	case *ast.AssignStmt:
		i := slices.IndexFunc(n.Lhs, is)
		if gives = i >= 0; gives && len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
			value = n.Rhs[i]
		}
	case *ast.ValueSpec:
		i := slices.IndexFunc(n.Names, func(id *ast.Ident) bool { return info.Defs[id] == to })
		if gives = i >= 0 && len(n.Values) > 0; gives && len(n.Names) == len(n.Values) {
			value = n.Values[i]
		}
	case *ast.IncDecStmt:
		gives = is(n.X)
	case *ast.RangeStmt:
		gives = is(n.Key) || is(n.Value)
	case *ast.CallExpr: // of what defines flags, for example
		gives = slices.ContainsFunc(n.Args, func(arg ast.Expr) bool { return Address(arg) != ast.Unparen(arg) && is(Address(arg)) })
	}
	return value, gives
}

// All yields the nodes of one type within a node, itself among them, in the order of the source.
func All[N ast.Node](root ast.Node) iter.Seq[N] {
	return func(yield func(N) bool) {
		for n := range ast.Preorder(root) {
			if one, ok := n.(N); ok && !yield(one) {
				return
			}
		}
	}
}

// MayWait reports whether a node may wait for something: by what it is, or by the name of what it calls.
func MayWait(info *types.Info, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectStmt, *ast.SendStmt:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.RangeStmt:
		_, channel := info.TypeOf(n.X).Underlying().(*types.Chan)
		return channel
	case *ast.CallExpr:
		sym := CalledName(info, n)
		name := strings.ToLower(sym.Last())
		return known.Wait(sym) != known.NoWait || known.Func(sym) == known.QueueGet || strings.Contains(name, "wait") ||
			strings.Contains(name, "sleep") || strings.Contains(name, "backoff")
	}
	return false
}
