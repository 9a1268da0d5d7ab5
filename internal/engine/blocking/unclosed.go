package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// assigns notes what an assignment keeps, opens or writes.
func (w *walker) assigns(n *ast.AssignStmt) {
	w.unclosed(n)
	w.equips(n)
	w.keeps(n)
	w.shares(n)
}

// unclosed notes what a pass opens and nobody closes, hands on or keeps: each pass leaves one more behind. sleeping, unclosed.
func (w *walker) unclosed(n *ast.AssignStmt) {
	set, call := syntax.OfCall(n)
	if set == nil {
		return
	}
	fn, v := syntax.Called(w.info, call), syntax.Var(w.info, set.Lhs[0])
	if fn == nil || v == nil || v.Kind() != types.LocalVar || v.Name() == "_" {
		return
	}
	watches := fn.Name() == "Watch" && symbol.OfType(v.Type()) == "k8s.io/apimachinery/pkg/watch.Interface" &&
		w.handedLasting(call, w.lasting())
	broadcasts := fn.Name() == "NewBroadcaster" && strings.HasPrefix(string(symbol.Of(fn)), "k8s.io/client-go/tools/")
	responds := symbol.OfType(code.Deref(v.Type())) == "net/http.Response" && known.Responds(fn) && !w.closesBody(fn)
	if !broadcasts && !watches && !responds && !w.isOpened(fn, v.Type(), 0) {
		return
	}
	what := v.Name()
	if responds {
		what += ".Body"
	}
	left := func(pos token.Pos, does string) {
		wait := Wait{What: types.ExprString(call.Fun), Repeat: once, Explained: true, Does: does + ": one more is left behind each time"}
		if responds { // whoever calls the function: sleeping, provides
			w.leave(pos, wait)
			return
		}
		w.note(wait, pos) // a note at first
	}
	if !w.leftOpen(v, 0, token.NoPos) {
		if ret, closed := w.leftBefore(n, v); ret != nil {
			left(ret.Pos(), "leaves "+what+" open here, "+closed)
		}
		return
	}
	left(n.Pos(), "opens "+what+" here, which nothing closes")
}

// isOpened reports whether a function opens what it returns each time, and leaves it to its caller to close that: by its name, or since it
// is of the package and returns what another one opens. sleeping, unclosed, connected.
func (w *walker) isOpened(fn *types.Func, t types.Type, depth int) bool {
	results := fn.Signature().Results()
	if !w.isClosed(t) || !syntax.AnyType(results, syntax.IsError) || syntax.AnyType(results, isFunc) { // which closes it: sleeping, borrow
		return false
	}
	if opens.MatchString(fn.Name()) && !w.keepsItself(fn) {
		return true
	}
	decl := w.g.decls[fn]
	if depth > 2 || decl == nil || w.keepsOpen(decl, t) {
		return false
	}
	opened := func(e ast.Expr) bool {
		call, _ := ast.Unparen(e).(*ast.CallExpr)
		for set := range syntax.All[*ast.AssignStmt](decl.Body) {
			if by, made := syntax.OfCall(set); by != nil && call == nil && syntax.Var(w.info, e) != nil &&
				syntax.Var(w.info, by.Lhs[0]) == syntax.Var(w.info, e) {
				call = made
			}
		}
		if call == nil {
			return false
		}
		fn := syntax.Called(w.info, call)
		return fn != nil && fn.Signature().Results().Len() > 0 && w.isOpened(fn, fn.Signature().Results().At(0).Type(), depth+1)
	}
	return syntax.AnyNow(decl.Body, func(ret *ast.ReturnStmt) bool {
		if len(ret.Results) == 0 {
			return false
		}
		made := ret.Results[:1]
		if lit, ok := syntax.Address(made[0]).(*ast.CompositeLit); ok {
			made = syntax.FieldValues(lit)
		}
		return slices.ContainsFunc(made, opened)
	})
}

// keepsOpen reports whether a function may keep what it opens, or end it: it begins a goroutine, sets something of what it belongs to or of
// the package, or calls something of that, and hands it what has a type, unless that is nil.
func (w *walker) keepsOpen(decl *ast.FuncDecl, t types.Type) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return true
		case *ast.AssignStmt:
			return w.setsShared(n)
		case *ast.CallExpr:
			of, _ := syntax.Selected(n.Fun)
			return of != nil && w.stays(of) && (t == nil || slices.ContainsFunc(n.Args, func(arg ast.Expr) bool {
				return types.Identical(w.info.TypeOf(arg), t)
			}))
		}
		return false
	})
}

// leftOpen reports whether nothing closes, keeps or hands on what is in a variable, before a place if there is one. A function of the
// package may be handed it that does none of this either, and one that makes a client of it that has nothing to close. sleeping, connected.
func (w *walker) leftOpen(v *types.Var, depth int, before token.Pos) bool {
	response := symbol.OfType(code.Deref(v.Type())) == "net/http.Response"
	broadcaster := strings.HasPrefix(string(symbol.OfType(v.Type())), "k8s.io/client-go/tools/")
	for use := range syntax.Uses(w.g.pass, v) {
		if before.IsValid() && use.Node().Pos() > before {
			continue
		}
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
			field := use.Parent().Node().(*ast.SelectorExpr).Sel.Name
			if response && field != "Body" && use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
				continue // which closes nothing
			}
			if closes.MatchString(field) || use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
				return false
			}
			if fn := syntax.Called(w.info, use.Parent().Parent().Node().(*ast.CallExpr)); fn != nil && w.closesWithin(fn) {
				return false // sleeping, sendOnce
			}
			set, ok := use.Parent().Parent().Parent().Node().(*ast.AssignStmt)
			if ok && broadcaster && (syntax.Var(w.info, set.Lhs[0]) == nil || w.stays(set.Lhs[0])) {
				return false // its recorder is kept
			}
		case edge.BinaryExpr_X: // compared with nil
		case edge.CallExpr_Args:
			if response || broadcaster || depth > 2 || !w.usesOnly(use, depth) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// leftBefore returns the first return between the branch that says that a call has opened nothing and the deferred call that closes what it
// has opened, or whatever else names the body of a response, and how that is closed; nil if there is none, or somebody else may do so.
// sleeping, early.
func (w *walker) leftBefore(opened *ast.AssignStmt, v *types.Var) (left *ast.ReturnStmt, closed string) {
	for block := range syntax.All[*ast.BlockStmt](w.decl.Node()) {
		i := slices.Index(block.List, ast.Stmt(opened))
		if i < 0 || i+2 > len(block.List) {
			continue
		}
		err := syntax.Var(w.info, opened.Lhs[len(opened.Lhs)-1])
		failed, ok := block.List[i+1].(*ast.IfStmt)
		if !ok {
			return nil, ""
		}
		rest := block.List[i+2:]
		if cond, ok := failed.Cond.(*ast.BinaryExpr); ok && cond.Op == token.NEQ && failed.Else != nil {
			rest = slices.Concat([]ast.Stmt{failed.Else}, rest)
		}
		for _, stmt := range rest {
			if _, last := stmt.(*ast.DeferStmt); last && syntax.Mentions(w.info, stmt, v) {
				if w.leftOpen(v, 0, stmt.Pos()) {
					return left, "which is closed only further down"
				}
				return nil, ""
			}
			isAsked := syntax.Any(stmt, func(asked *ast.BinaryExpr) bool { return syntax.Var(w.info, asked.X) == v }) // whether it is nil
			if branch, ok := stmt.(*ast.IfStmt); ok && syntax.Mentions(w.info, branch.Cond, err) {
				isAsked = true // or which failure it was
			}
			if left == nil && !isAsked {
				syntax.AnyNow(stmt, func(ret *ast.ReturnStmt) bool { left = ret; return true })
			}
		}
		if left != nil && symbol.OfType(code.Deref(v.Type())) == "net/http.Response" && w.leftOpen(v, 0, left.End()) {
			return left, "which nothing has closed"
		}
	}
	return nil, ""
}

// usesOnly reports whether a function that is handed something leaves it open, and so does who gets what is made of it.
func (w *walker) usesOnly(arg inspector.Cursor, depth int) bool {
	call := arg.Parent().Node().(*ast.CallExpr)
	fn, i := syntax.Called(w.info, call), slices.Index(call.Args, arg.Node().(ast.Expr))
	if fn == nil {
		return false
	}
	if decl := w.g.decls[fn]; decl != nil {
		return !fn.Signature().Variadic() && w.leftOpen(fn.Signature().Params().At(i), depth+1, token.NoPos)
	}
	set, _ := syntax.Assigned(arg.Parent().Parent().Node())
	v := syntax.Var(w.info, set)
	if v == nil || v.Kind() != types.LocalVar || !strings.HasPrefix(fn.Name(), "New") {
		return false
	}
	closer, _, _ := types.LookupFieldOrMethod(v.Type(), true, nil, "Close")
	return closer == nil && w.leftOpen(v, depth+1, token.NoPos)
}

// opens matches names of functions that open something, and closes those of methods that may close it.
var (
	opens  = regexp.MustCompile(`^(?i:new|open|dial|connect)([A-Z]|$)`)
	closes = regexp.MustCompile(`^(?i:close|stop|shut|disconnect|release|log_?out|quit|end|cleanup|destroy|terminate|finish)`)
)

// keepsItself reports whether a function may keep what it opens, to hand it out again or to end it later: a method that is not named for
// making something new, or one of the package that begins a goroutine, or sets or calls something of what it belongs to or of the package.
// sleeping, pooled.
func (w *walker) keepsItself(fn *types.Func) bool {
	if fn.Signature().Recv() != nil && !strings.HasPrefix(strings.ToLower(fn.Name()), "new") {
		return true
	}
	decl := w.g.decls[fn]
	return decl != nil && w.keepsOpen(decl, nil)
}

// closesBody reports whether a function of the package closes at its end the body of a response, which it may return: sleeping, whole.
func (w *walker) closesBody(fn *types.Func) bool {
	decl := w.g.decls[fn]
	return decl != nil && syntax.Any(decl.Body, func(d *ast.DeferStmt) bool {
		return syntax.Any(d, func(body *ast.SelectorExpr) bool {
			return body.Sel.Name == "Body" && symbol.OfType(code.Deref(w.info.TypeOf(body.X))) == "net/http.Response"
		})
	})
}

// isClosed reports whether something of a type has to be closed: it is of a package with a module, or a connection of the standard library,
// and its method does so as far as the package tells.
func (w *walker) isClosed(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	method, ok := obj.(*types.Func)
	if !ok || method.Signature().Params().Len() > 1 || method.Pkg() == nil {
		return false
	}
	if w.g.decls[method.Origin()] != nil && !w.closesWithin(method.Origin()) {
		return false
	}
	path := method.Pkg().Path()
	return strings.Contains(path, ".") || path == "net" || path == "database/sql"
}

// closesWithin reports whether a function of the package calls something that closes something.
func (w *walker) closesWithin(fn *types.Func) bool {
	decl := w.g.decls[fn]
	return decl != nil && syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		_, name := syntax.Selected(call.Fun)
		return closes.MatchString(name) && name != "CloseIdleConnections"
	})
}

func isFunc(t types.Type) bool {
	_, is := t.Underlying().(*types.Signature)
	return is
}
