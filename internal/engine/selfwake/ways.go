package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A body is a function that runs on each pass, with the object that it is handed.
type body struct {
	decl   *ast.FuncDecl
	object *types.Var
	call   token.Pos // in Reconcile
	read   *reading  // where the object comes from
}

// A reading is a function that reads the object, and the variable that it reads it into.
type reading struct {
	decl   *ast.FuncDecl
	object *types.Var
}

// deepest bounds the calls that are followed.
const deepest = 3

// always returns a function and those of the package that it calls with the object on each pass that succeeds.
func (p *program) always(decl *ast.FuncDecl, object *types.Var, read *reading, depth int) []body {
	list := []body{{decl: decl, object: object, call: decl.Pos(), read: read}}
	for _, again := range p.readAgain(decl, object) {
		list = append(list, body{decl: decl, object: again, call: decl.Pos(), read: &reading{decl, again}})
	}
	if depth == deepest {
		return list
	}
	for _, s := range p.steps(decl.Body.List, object) {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				callee := typeutil.StaticCallee(p.info, n)
				inner := p.decls[callee]
				if callee == nil || inner == nil || inner == decl {
					return true
				}
				for i, arg := range n.Args {
					params := callee.Signature().Params()
					if symbol.OfType(p.info.TypeOf(arg)) == known.Request {
						for _, again := range p.objects(inner) {
							if named(again.Type()) == named(object.Type()) {
								list = append(list, from(n.Pos(), p.always(inner, again, &reading{inner, again}, depth+1))...)
							}
						}
					}
					if p.variable(arg) != object || i >= params.Len() || named(params.At(i).Type()) != named(object.Type()) {
						continue
					}
					list = append(list, from(n.Pos(), p.always(inner, params.At(i), read, depth+1))...)
				}
			}
			return true
		})
	}
	return list
}

// from returns functions as those that a call leads to.
func from(call token.Pos, list []body) []body {
	for i := range list {
		list[i].call = call
	}
	return list
}

// steps returns the statements and initialisers of a list that run on each pass that succeeds: none after a statement that may end the
// function for what the object holds, other than that it is being deleted.
func (p *program) steps(list []ast.Stmt, object *types.Var) []ast.Node {
	steps, _ := p.through(list, object)
	return steps
}

// through returns the steps of a list, and whether the function may end within it.
func (p *program) through(list []ast.Stmt, object *types.Var) (steps []ast.Node, ends bool) {
	for _, s := range list {
		nodes, ends := p.step(s, object)
		steps = append(steps, nodes...)
		if ends {
			return steps, true
		}
	}
	return steps, false
}

// step returns those of a statement, and whether the function may end with it.
func (p *program) step(s ast.Stmt, object *types.Var) (steps []ast.Node, ends bool) {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.DeclStmt:
		return append(p.retried(s, object), s), false
	case *ast.ReturnStmt:
		return append(p.retried(s, object), s), true
	case *ast.IfStmt:
		if s.Init != nil {
			steps = append(p.retried(s.Init, object), s.Init)
		}
		return steps, p.leaves(s) && !deletes(s.Init) && !p.passes(s.Cond, object)
	case *ast.DeferStmt:
		if lit, ok := s.Call.Fun.(*ast.FuncLit); ok {
			return p.steps(lit.Body.List, object), false
		}
		return []ast.Node{s.Call}, false
	case *ast.BlockStmt:
		return p.through(s.List, object)
	case *ast.RangeStmt: // of which there may be no round
		_, ends = p.through(s.Body.List, object)
		return nil, ends
	case *ast.ForStmt:
		_, ends = p.through(s.Body.List, object)
		return nil, ends
	case *ast.GoStmt, *ast.EmptyStmt:
		return nil, false
	}
	return nil, p.leaves(s)
}

// retried returns the steps of a function literal that a statement has client-go call, again where there is a conflict.
func (p *program) retried(s ast.Stmt, object *types.Var) []ast.Node {
	var steps []ast.Node
	for call := range syntax.All[*ast.CallExpr](s) {
		if !syntax.CalledName(p.info, call).In("k8s.io/client-go/util/retry") || len(call.Args) == 0 {
			continue
		}
		if lit, ok := call.Args[len(call.Args)-1].(*ast.FuncLit); ok {
			steps = append(steps, p.steps(lit.Body.List, object)...)
		}
	}
	return steps
}

// deletes reports whether a branch is taken for what a function says that has to do with the deletion of the object, by its name: on a
// pass of an object that stays it says no.
func deletes(init ast.Stmt) bool {
	assign, ok := init.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return false
	}
	call, ok := assign.Rhs[0].(*ast.CallExpr)
	if !ok {
		return false
	}
	return namesDeletion(types.ExprString(call.Fun))
}

// namesDeletion reports whether a name says that what it is of has to do with the deletion of an object.
func namesDeletion(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "delet") || strings.Contains(name, "finaliz")
}

// write returns where a function writes the status of an object on each pass, or the whole object: itself, or by a function whose name says
// so.
func (p *program) write(block *ast.BlockStmt, object *types.Var, whole bool) token.Pos {
	for _, s := range p.steps(block.List, object) {
		if at := p.writes(s, object, whole); at.IsValid() {
			return at
		}
	}
	return token.NoPos
}

// writes returns the call in a statement that writes the status of an object, or the whole object.
func (p *program) writes(s ast.Node, object *types.Var, whole bool) token.Pos {
	at := token.NoPos
	ast.Inspect(s, func(n ast.Node) bool {
		if _, later := n.(*ast.FuncLit); later {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || at.IsValid() {
			return !at.IsValid()
		}
		if !p.namedForWrite(call, whole) {
			return true
		}
		for _, arg := range call.Args {
			if v := p.variable(arg); v == object || v != nil && p.holdsStatus(v, object) {
				at = call.Pos()
			}
		}
		return true
	})
	return at
}

// holdsStatus reports whether a variable is another object of the kind, made of the object's status to write that.
func (p *program) holdsStatus(v, object *types.Var) bool {
	if named(v.Type()) != named(object.Type()) {
		return false
	}
	for _, decl := range p.decls {
		if v.Pos() < decl.Pos() || v.Pos() >= decl.End() {
			continue
		}
		lit, ok := syntax.Address(syntax.OnlyGiven(p.info, []ast.Node{decl}, v)).(*ast.CompositeLit)
		if !ok {
			return false
		}
		status := syntax.Field(lit, "Status")
		return status != nil && p.ofStatus(status, object)
	}
	return false
}

// namedForWrite reports whether what a call calls is named for writing a status, or is a client's method that writes an object.
func (p *program) namedForWrite(call *ast.CallExpr, whole bool) bool {
	name, status := "", false
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
		if inner, ok := fun.X.(*ast.CallExpr); ok && (name == "Update" || name == "Patch") {
			if sel, ok := inner.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Status" {
				status = true
			}
		}
	case *ast.Ident:
		name = fun.Name
	}
	if whole {
		return !status && (name == "Update" || name == "Patch") && syntax.CalledName(p.info, call).In(known.ControllerRuntime+"/pkg/client")
	}
	name = strings.ToLower(name)
	return status || strings.Contains(name, "status") && (strings.Contains(name, "patch") || strings.Contains(name, "update")) &&
		p.canWrite(call)
}

// canWrite reports whether a call can make a request. A function of the package can if it hands on a context, calls a client, or calls
// another function that can; else it only sets fields, whatever its name says.
func (p *program) canWrite(call *ast.CallExpr) bool {
	fn := syntax.Called(p.info, call)
	if fn == nil || p.decls[fn.Origin()] == nil {
		return true // its code is not at hand
	}
	return p.asks(fn, make(map[*types.Func]bool))
}

// asks reports whether a function of the package makes a request, as far as its code tells.
func (p *program) asks(fn *types.Func, seen map[*types.Func]bool) bool {
	fn = fn.Origin()
	if seen[fn] || p.decls[fn] == nil {
		return false
	}
	seen[fn] = true
	return syntax.Any(p.decls[fn].Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		for _, arg := range call.Args {
			if t := p.info.TypeOf(arg); t != nil && symbol.OfType(t) == "context.Context" {
				return true
			}
		}
		if syntax.CalledName(p.info, call).In(known.ControllerRuntime + "/pkg/client") {
			return true
		}
		called := syntax.Called(p.info, call)
		return called != nil && p.asks(called, seen)
	})
}
