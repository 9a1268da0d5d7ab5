package mistakes

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// begins looks at a goroutine that a function begins before it starts the manager: whether the first thing that it does is to read with
// the manager's client, whose cache nobody has started. unwatched, early.
func (p *program) begins(at inspector.Cursor) {
	stmt, setUp := at.Node().(*ast.GoStmt), enclosing(at)
	if setUp == nil || syntax.InLiteral(at) || // something runs it, which may be the manager
		syntax.AnyNow(setUp.Body, func(n ast.Node) bool { return n.Pos() < stmt.Pos() && p.mayAwait(n) }) {
		return
	}
	have := make(map[types.Object]bool) // what has a client of the manager
	if obj, ok := p.info.Defs[setUp.Name].(*types.Func); ok && syntax.AnyType(obj.Signature().Params(), known.IsManager) {
		have[obj.Signature().Recv()] = true
	} else if !p.setsUp(setUp) {
		return
	}
	lit, ok := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
	if !ok {
		fn := syntax.Called(p.info, stmt.Call)
		decl := p.decls[fn]
		if decl == nil {
			return
		}
		of, _ := syntax.Selected(stmt.Call.Fun)
		made := syntax.Resolve(p.pass, of)
		have[fn.Signature().Recv()] = have[syntax.Object(p.info, of)] ||
			made != nil && syntax.Any(made, func(e ast.Expr) bool { return p.ofManager(setUp, e) })
		for i, arg := range stmt.Call.Args[:min(len(stmt.Call.Args), fn.Signature().Params().Len())] {
			have[fn.Signature().Params().At(i)] = p.ofManager(setUp, arg)
		}
		lit = &ast.FuncLit{Body: decl.Body}
	}
	var read ast.Expr
	syntax.AnyNow(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && p.readsWith(call, have, setUp) {
			read = call.Fun
		}
		return read != nil || p.mayAwait(n)
	})
	if read != nil {
		p.found(Mistake{Pos: stmt.Pos(), Kind: Early, Expr: read})
	}
}

// setsUp reports whether a function makes a manager or hands one on, as to a builder. Any other may run in a pass.
func (p *program) setsUp(fn *ast.FuncDecl) bool {
	return syntax.Any(fn.Body, func(call *ast.CallExpr) bool {
		return syntax.CalledName(p.info, call).Last() == "NewControllerManagedBy" || p.primitive(call) == known.NewManager ||
			slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return known.IsManager(p.info.TypeOf(arg)) })
	})
}

// pastCache matches names of readers that do not read from a cache.
var pastCache = regexp.MustCompile(`(?i)api|cache|direct|live|reader`)

// reading matches names of functions that read, and not Listen.
var reading = regexp.MustCompile(`^(?i:get|list)([A-Z]|$)`)

// readsWith reports whether a call reads by a client of a manager, or hands one to a function that is named for that and, where the package
// has it, waits for nothing.
func (p *program) readsWith(call *ast.CallExpr, have map[types.Object]bool, setUp *ast.FuncDecl) bool {
	name := syntax.CalledName(p.info, call)
	decl := p.decls[syntax.Called(p.info, call)]
	reads := reading.MatchString(name.Last()) || decl != nil && syntax.AnyNow(decl.Body, p.readsItself)
	if !reads || decl != nil && syntax.AnyNow(decl.Body, p.mayAwait) {
		return false
	}
	of, _ := syntax.Selected(call.Fun)
	if root, field := syntax.Selected(of); root != nil && !pastCache.MatchString(field) {
		of = root
	}
	has := func(e ast.Expr) bool { return have[syntax.Object(p.info, e)] || p.ofManager(setUp, e) }
	return name.In(known.ControllerRuntime+"/pkg/client") && has(of) || slices.ContainsFunc(call.Args, has)
}

// readsItself reports whether a node is a call that reads by a client.
func (p *program) readsItself(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	name := syntax.CalledName(p.info, call)
	return reading.MatchString(name.Last()) && name.In(known.ControllerRuntime+"/pkg/client")
}

// mayAwait reports whether a node may wait until the manager has started, or start it.
func (p *program) mayAwait(n ast.Node) bool {
	name := ""
	if call, ok := n.(*ast.CallExpr); ok {
		name = strings.ToLower(syntax.CalledName(p.info, call).Last())
	}
	return syntax.MayWait(p.info, n) || slices.ContainsFunc([]string{"sync", "elected", "until", "start", "run"}, func(word string) bool {
		return strings.Contains(name, word)
	})
}

// ofManager reports whether an expression is the client of a manager that is in a variable of a function, or a field of what the function
// is a method of, which the package gives the client of a manager alone: unwatched, atonce.
func (p *program) ofManager(setUp *ast.FuncDecl, e ast.Expr) bool {
	recv := p.info.Defs[setUp.Name].(*types.Func).Signature().Recv()
	if of, name := syntax.Selected(e); of != nil && recv != nil && syntax.Var(p.info, of) == recv {
		return p.givenClient(recv, name)
	}
	if v := syntax.Var(p.info, e); v != nil && v == recv {
		return p.givenClient(recv, "Client") // which it embeds
	}
	call, ok := syntax.Resolve(p.pass, e).(*ast.CallExpr)
	if !ok {
		return false
	}
	of, name := syntax.Selected(call.Fun)
	v := syntax.Var(p.info, of)
	return name == "GetClient" && v != nil && !v.IsField() && known.IsManager(v.Type())
}

// givenClient reports whether the package gives a field of what methods belong to the client of a manager, and nothing else.
func (p *program) givenClient(recv *types.Var, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, p.pass.Pkg, name)
	field, ok := obj.(*types.Var)
	if !ok {
		return false
	}
	values, _ := syntax.Values(p.pass, field)
	return len(values) > 0 && !slices.ContainsFunc(values, func(value ast.Expr) bool {
		call, ok := ast.Unparen(value).(*ast.CallExpr)
		if !ok {
			return true
		}
		of, name := syntax.Selected(call.Fun)
		return name != "GetClient" || !known.IsManager(p.info.TypeOf(of))
	})
}
