package blocking

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// unclosed notes what a pass opens and nobody closes, hands on or keeps: each pass leaves one more behind. sleeping, unclosed.
func (w *walker) unclosed(n *ast.AssignStmt) {
	set, call := syntax.OfCall(n)
	if set == nil {
		return
	}
	fn, v := syntax.Called(w.info, call), syntax.Var(w.info, set.Lhs[0])
	if fn == nil || v == nil || v.Kind() != types.LocalVar || !opens.MatchString(fn.Name()) || !isClosed(v.Type()) ||
		!syntax.AnyType(fn.Signature().Results(), syntax.IsError) {
		return
	}
	for use := range syntax.Uses(w.g.pass, v) {
		switch use.ParentEdgeKind() {
		case edge.SelectorExpr_X:
			if ends.MatchString(use.Parent().Node().(*ast.SelectorExpr).Sel.Name) || use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
				return
			}
		case edge.BinaryExpr_X: // compared with nil
		default:
			return
		}
	}
	w.note(Wait{What: types.ExprString(call.Fun), Repeat: once, Explained: true, // a note at first
		Does: "opens " + v.Name() + " here, which nothing closes: one more is left behind each time"}, n.Pos())
}

// opens matches names of functions that open something, and ends those of methods that may close it.
var (
	opens = regexp.MustCompile(`^(?i:new|open|dial|connect)([A-Z]|$)`)
	ends  = regexp.MustCompile(`^(?i:close|stop|shut|disconnect|release|log_?out|quit|end|cleanup|destroy|terminate|finish)`)
)

// isClosed reports whether something of a type has to be closed: it is of a package with a module, or a connection of the standard library.
func isClosed(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	method, ok := obj.(*types.Func)
	if !ok || method.Signature().Params().Len() > 1 || method.Pkg() == nil {
		return false
	}
	path := method.Pkg().Path()
	return strings.Contains(path, ".") || path == "net" || path == "database/sql"
}
