package selfwake

import (
	"cmp"
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

// trace returns what a function does on each pass that succeeds, and the functions of the package that it calls with the object then, in
// order.
func (p *program) trace(b body, depth int) []step {
	var list []step
	for _, s := range b.decl.Body.List {
		nodes, ends := p.step(s, b.object)
		for _, n := range nodes {
			list = append(append(list, p.within(n, b, depth)...), step{b, n, false})
		}
		if len(nodes) == 0 || nodes[len(nodes)-1] != s {
			list = append(list, step{b, s, true})
		}
		if ends {
			break
		}
	}
	kind := func(t *types.TypeName) bool { return t == code.TypeName(b.object.Type()) }
	for _, again := range p.objects(b.decl, kind, func(key ast.Expr) bool { return syntax.Mentions(p.info, key, b.object) }) {
		if again != b.object {
			list = append(list, p.trace(body{b.decl, again, b.call, again, nil}, deepest)...)
		}
	}
	return list
}

// within returns the steps of the functions that a node calls with the object, or with the request that they read it by.
func (p *program) within(n ast.Node, b body, depth int) []step {
	var list []step
	for call := range calls(n) {
		fn := syntax.Called(p.info, call)
		if fn == nil || p.decls[fn.Origin()] == nil || p.decls[fn.Origin()] == b.decl || depth == deepest {
			continue
		}
		params := fn.Origin().Signature().Params()
		inner := body{decl: p.decls[fn.Origin()], call: cmp.Or(b.call, call.Pos()), constants: make(map[*types.Var]fixed)}
		for i, arg := range call.Args {
			if i < params.Len() {
				inner.constants[params.At(i)] = p.constant(arg, b)
			}
		}
		for i, arg := range call.Args {
			if symbol.OfType(p.info.TypeOf(arg)) == known.Request {
				kind := func(t *types.TypeName) bool { return t == code.TypeName(b.object.Type()) }
				for _, again := range p.objects(inner.decl, kind, ofRequest) {
					inner.object, inner.read = again, again
					list = append(list, p.trace(inner, depth+1)...)
				}
			} else if i < params.Len() && p.variable(arg) == b.object {
				inner.object, inner.read = params.At(i), b.read
				list = append(list, p.trace(inner, depth+1)...)
			}
		}
	}
	return list
}

// steps returns the statements and initialisers of a list that run on each pass that succeeds, and whether the function may end within it:
// there are none after a statement that may end it for what the object holds, other than that it is being deleted.
func (p *program) steps(list []ast.Stmt, object *types.Var) (steps []ast.Node, ends bool) {
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
			steps, _ = p.steps(lit.Body.List, object)
			return steps, false
		}
		return []ast.Node{s.Call}, false
	case *ast.BlockStmt:
		return p.steps(s.List, object)
	case *ast.RangeStmt: // of which there may be no round
		_, ends = p.steps(s.Body.List, object)
		return nil, ends
	case *ast.ForStmt:
		_, ends = p.steps(s.Body.List, object)
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
			again, _ := p.steps(lit.Body.List, object)
			steps = append(steps, again...)
		}
	}
	return steps
}

// deletes reports whether a branch is taken for what a function says that has to do with the deletion of the object, by its name: on a
// pass of an object that stays it says no.
func deletes(init ast.Stmt) bool {
	_, call := syntax.OfCall(init)
	return call != nil && namesDeletion(types.ExprString(call.Fun))
}

// write returns the call by which a step writes the status of an object.
func (p *program) write(s step) token.Pos {
	for call := range calls(s.node) {
		if !s.maybe && p.writes(call, s.body) {
			return call.Pos()
		}
	}
	return token.NoPos
}

// writes reports whether a call writes the status of an object: by a client's method, or by what another package has for that, as its name
// says.
func (p *program) writes(call *ast.CallExpr, b body) bool {
	if !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		v := p.variable(arg)
		return v != nil && (v == b.object || p.holdsStatus(v, b))
	}) {
		return false
	}
	of, name := syntax.Selected(call.Fun)
	if client, ok := of.(*ast.CallExpr); ok && (name == "Update" || name == "Patch") {
		if _, name = syntax.Selected(client.Fun); name == "Status" {
			return syntax.CalledName(p.info, call).In(known.ControllerRuntime + "/pkg/client")
		}
	}
	if fn := syntax.Called(p.info, call); fn != nil && p.decls[fn.Origin()] != nil {
		return false
	}
	name = strings.ToLower(types.ExprString(call.Fun))
	return strings.Contains(name, "status") && (strings.Contains(name, "patch") || strings.Contains(name, "update"))
}

// holdsStatus reports whether a variable is another object, made of the object's status to write that. applied.
func (p *program) holdsStatus(v *types.Var, b body) bool {
	lit, ok := syntax.Address(syntax.OnlyGiven(p.pass, v)).(*ast.CompositeLit)
	return ok && p.ofStatus(syntax.Field(lit, "Status"), b.object)
}
