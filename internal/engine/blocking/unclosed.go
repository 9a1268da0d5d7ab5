package blocking

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// assigns notes what an assignment keeps, opens, or puts where something else was.
func (w *walker) assigns(n *ast.AssignStmt) {
	w.unclosed(n)
	w.keeps(n)
	w.replaces(n)
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
	if !broadcasts && !watches && !responds && (!opens.MatchString(fn.Name()) || !w.isClosed(v.Type()) ||
		!syntax.AnyType(fn.Signature().Results(), syntax.IsError) || w.keepsItself(fn)) {
		return
	}
	for use := range syntax.Uses(w.g.pass, v) {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
			field := use.Parent().Node().(*ast.SelectorExpr).Sel.Name
			if responds && field != "Body" && use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
				continue // which closes nothing
			}
			if closes.MatchString(field) || use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
				return
			}
			set, ok := use.Parent().Parent().Parent().Node().(*ast.AssignStmt)
			if ok && broadcasts && (syntax.Var(w.info, set.Lhs[0]) == nil || w.stays(set.Lhs[0])) {
				return // its recorder is kept
			}
		case edge.BinaryExpr_X: // compared with nil
		default:
			return
		}
	}
	what := v.Name()
	if responds {
		what += ".Body"
	}
	w.note(Wait{What: types.ExprString(call.Fun), Repeat: once, Explained: true, // a note at first
		Does: "opens " + what + " here, which nothing closes: one more is left behind each time"}, n.Pos())
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
	decl := w.g.decls[fn.Origin()]
	return decl != nil && decl.Body != nil && syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return true // which may end it
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
				if at, ok := to.(*ast.IndexExpr); ok {
					to = at.X
				}
				return w.stays(to)
			})
		case *ast.CallExpr:
			of, _ := syntax.Selected(n.Fun)
			return of != nil && w.stays(of)
		}
		return false
	})
}

// closesBody reports whether a function of the package closes at its end the body of a response, which it may return: sleeping, whole.
func (w *walker) closesBody(fn *types.Func) bool {
	decl := w.g.decls[fn.Origin()]
	return decl != nil && decl.Body != nil && syntax.Any(decl.Body, func(d *ast.DeferStmt) bool {
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
	if decl := w.g.decls[method.Origin()]; decl != nil && !syntax.Any(decl.Body, func(call *ast.CallExpr) bool {
		_, name := syntax.Selected(call.Fun)
		return closes.MatchString(name) && name != "CloseIdleConnections"
	}) {
		return false
	}
	path := method.Pkg().Path()
	return strings.Contains(path, ".") || path == "net" || path == "database/sql"
}
