package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// callers tells who gets what the functions of a package return.
type callers struct {
	pass  *analysis.Pass
	calls map[*types.Func][]inspector.Cursor // nil for a function that is used as a value too
	asked map[*types.Func]bool               // functions whose callers are being looked at, or were
}

// newCallers returns those of the package, of whom nobody has asked yet.
func (x *Fixer) newCallers() *callers {
	if x.calls == nil {
		x.calls = x.callsIn()
	}
	return &callers{pass: x.pass, calls: x.calls, asked: make(map[*types.Func]bool)}
}

// callsIn returns the calls of the package's functions, but for those that are used as values too.
func (x *Fixer) callsIn() map[*types.Func][]inspector.Cursor {
	calls, called := make(map[*types.Func][]inspector.Cursor), make(map[*ast.Ident]bool)
	for _, file := range x.pass.Files {
		for at := range x.root(file).Preorder((*ast.CallExpr)(nil)) {
			id := calleeName(at.Node().(*ast.CallExpr))
			if fn, ok := x.pass.TypesInfo.Uses[id].(*types.Func); ok {
				called[id] = true
				calls[fn.Origin()] = append(calls[fn.Origin()], at)
			}
		}
	}
	for id, obj := range x.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && !called[id] {
			delete(calls, fn.Origin())
		}
	}
	return calls
}

// declOf returns the function declaration that a node is in; nil if it is in a function literal.
func declOf(at inspector.Cursor) *ast.FuncDecl {
	for function := range at.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		decl, _ := function.Node().(*ast.FuncDecl)
		return decl
	}
	return nil
}

// passOn reports whether a Result that a function returns beside an error reaches controller-runtime
// or nobody: the function is a Reconcile, or all its callers pass the two on together or drop the
// Result.
func (c *callers) passOn(decl *ast.FuncDecl) bool { return c.all(decl, c.passes) }

// returned reports whether what a function returns reaches controller-runtime as it is: the function is a
// Reconcile, or all its callers return what they get.
func (c *callers) returned(decl *ast.FuncDecl) bool {
	return c.all(decl, func(call inspector.Cursor) bool {
		ret, ok := call.Parent().Node().(*ast.ReturnStmt)
		caller := declOf(call)
		return ok && caller != nil && len(ret.Results) == 1 && c.returned(caller)
	})
}

// all reports whether nobody but controller-runtime gets what a function returns, or callers of which
// something can be said.
func (c *callers) all(decl *ast.FuncDecl, fine func(call inspector.Cursor) bool) bool {
	fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || c.deferred(decl) {
		return false
	}
	if c.asked[fn] {
		return true // as far as the others of a circle of calls do
	}
	c.asked[fn] = true
	calls, direct := c.calls[fn]
	// Who calls it from elsewhere than controller-runtime has no use for a Result beside an error.
	if isReconcile := fn.Name() == "Reconcile" && known.Reconciles(fn.Signature()); !isReconcile && (!direct || c.inInterface(fn)) {
		return false
	}
	return !slices.ContainsFunc(calls, func(call inspector.Cursor) bool { return !fine(call) })
}

// inInterface reports whether a method may be called through an interface of the package.
func (c *callers) inInterface(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	for _, obj := range c.pass.TypesInfo.Defs {
		if other, ok := obj.(*types.Func); ok && other.Name() == fn.Name() && other.Signature().Recv() != nil &&
			types.IsInterface(other.Signature().Recv().Type()) {
			return true
		}
	}
	return false
}

// deferred reports whether a deferred call may change what a function returns, by its named results.
func (c *callers) deferred(decl *ast.FuncDecl) bool {
	named := make(map[types.Object]bool)
	for _, field := range decl.Type.Results.List {
		for _, name := range field.Names {
			if name.Name != "_" {
				named[c.pass.TypesInfo.Defs[name]] = true
			}
		}
	}
	return syntax.Any(decl.Body, func(d *ast.DeferStmt) bool {
		return syntax.Any(d, func(id *ast.Ident) bool { return named[c.pass.TypesInfo.Uses[id]] })
	})
}

// passes reports whether a caller passes on what it gets, or drops the Result.
func (c *callers) passes(call inspector.Cursor) bool {
	caller := declOf(call)
	if caller == nil {
		return false
	}
	switch stmt := call.Parent().Node().(type) {
	case *ast.ReturnStmt:
		return len(stmt.Results) == 1 && c.passOn(caller)
	case *ast.ExprStmt:
		return true
	case *ast.AssignStmt:
		return c.assigned(call.Parent(), caller)
	}
	return false
}

// assigned reports whether a caller that keeps the two in variables drops the Result, or returns the two together: where there is an
// error or, if it looks at something else first, everywhere.
func (c *callers) assigned(at inspector.Cursor, caller *ast.FuncDecl) bool {
	assign := at.Node().(*ast.AssignStmt)
	if len(assign.Lhs) < 2 || len(assign.Rhs) != 1 {
		return false
	}
	result, ok := assign.Lhs[len(assign.Lhs)-2].(*ast.Ident)
	if !ok {
		return false
	}
	if result.Name == "_" {
		return true
	}
	failed, ok := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || failed.Name == "_" {
		return false
	}
	body, checked := caller.Body, false
	if check := checkAfter(at); check != nil && tests(check.Cond, failed.Name) && syntax.Returns(check.Body.List) {
		body, checked = check.Body, true
	}
	variable, err := c.pass.TypesInfo.ObjectOf(result), c.pass.TypesInfo.ObjectOf(failed)
	known := make(map[ast.Expr]bool) // where the variable is returned, or given a value
	fine, passed := true, false
	again := false
	for range at.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		again = true
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if n != nil && n.End() < assign.Pos() && !again {
			return false // it comes before the call
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			fine = fine && !syntax.Mentions(c.pass.TypesInfo, n, variable)
			return false
		case *ast.ReturnStmt:
			last := len(n.Results) - 1
			if last < 1 {
				fine = false
			} else if id, ok := n.Results[last-1].(*ast.Ident); ok && c.pass.TypesInfo.Uses[id] == variable {
				known[id], passed = true, true
				fine = fine && c.isError(n.Results[last], err)
			}
		case *ast.Ident:
			fine = fine && (c.pass.TypesInfo.Uses[n] != variable || known[n])
		case *ast.AssignStmt:
			sets := func(obj types.Object) bool {
				return slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
					id, ok := e.(*ast.Ident)
					known[e] = known[e] || ok
					return ok && c.pass.TypesInfo.ObjectOf(id) == obj
				})
			}
			fine = fine && sets(err) == (sets(variable) && !checked)
		case *ast.BranchStmt:
			fine = fine && !checked
		}
		return fine
	})
	return fine && (!passed || c.passOn(caller))
}

// checkAfter returns the if statement that an assignment is the first part of, or that follows it without a first part of its own.
func checkAfter(assign inspector.Cursor) *ast.IfStmt {
	if check, ok := assign.Parent().Node().(*ast.IfStmt); ok {
		return check
	}
	if next, ok := assign.NextSibling(); ok {
		if check, ok := next.Node().(*ast.IfStmt); ok && check.Init == nil {
			return check
		}
	}
	return nil
}

// tests reports whether a condition is true whenever the error with the name is not nil.
func tests(cond ast.Expr, err string) bool {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if cond.Op == token.LOR {
			return tests(cond.X, err) || tests(cond.Y, err)
		}
		return cond.Op == token.NEQ && types.ExprString(cond.X) == err && types.ExprString(cond.Y) == "nil"
	}
	return false
}

// isError reports whether an expression is the error that a variable holds, or one that is made with it.
func (c *callers) isError(e ast.Expr, err types.Object) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.pass.TypesInfo.Uses[e] == err
	case *ast.CallExpr:
		switch known.Error(syntax.CalledName(c.pass.TypesInfo, e)) {
		case known.NewError, known.FormatError, known.TerminalError:
			return true
		case known.WrapError:
			return len(e.Args) > 0 && c.isError(e.Args[0], err)
		}
	}
	return false
}
