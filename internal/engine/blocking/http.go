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

// unbounded reports whether a call sends a request over HTTP that neither a client's time-out nor its own context bounds, or runs a program
// or a query that has no context: sleeping, http.
func (w *walker) unbounded(c *ast.CallExpr, fn *types.Func, sym symbol.Name) bool {
	switch {
	case sym.In("os/exec"):
		cmd, _ := syntax.Selected(c.Fun)
		made, ok := syntax.Resolve(w.g.pass, cmd).(*ast.CallExpr)
		return ok && slices.Contains([]string{"Run", "Output", "CombinedOutput", "Wait"}, sym.Last()) &&
			(calls(w.info, made, "os/exec.Command") || calls(w.info, made, "os/exec.CommandContext") && w.isEndless(made.Args[0]))
	case sym.In("database/sql"): // what a transaction does ends with the context that it was begun with
		return sym.Owner() == "database/sql.DB" && slices.Contains([]string{"Begin", "Exec", "Ping", "Prepare", "Query", "QueryRow"}, sym.Last())
	case !known.Responds(fn):
		return false
	case !sym.IsMethod():
		return known.OverHTTP(sym)
	case sym.Last() == "Do" && (!syntax.Any(w.decl.Node(), func(call *ast.CallExpr) bool {
		return calls(w.info, call, "net/http.NewRequest", "net/http.NewRequestWithContext")
	}) || syntax.Any(w.decl.Node(), w.bounds)):
		return false
	}
	client, _ := syntax.Selected(c.Fun)
	return w.isPlain(client)
}

// bounds reports whether a call gives a request a context that may end. One that the function is handed is as long as its callers say.
func (w *walker) bounds(call *ast.CallExpr) bool {
	if !w.hasContext(call) {
		return false
	}
	if v := syntax.Var(w.info, call.Args[0]); w.parameter(v) >= 0 {
		return syntax.OnlyGiven(w.g.pass, v) != nil
	}
	return !w.isEndless(call.Args[0])
}

// isEndless reports whether an expression makes a context that never ends.
func (w *walker) isEndless(ctx ast.Expr) bool {
	made, ok := ast.Unparen(ctx).(*ast.CallExpr)
	return ok && calls(w.info, made, "context.Background", "context.TODO")
}

// noTimeOut says of a call that no context ends it.
const noTimeOut = ", which has no time-out"

// hasContext reports whether a call gives a request a context. sleeping, http.
func (w *walker) hasContext(call *ast.CallExpr) bool {
	return calls(w.info, call, "net/http.NewRequestWithContext", "net/http.Request.WithContext")
}

// hasCallers reports whether a call gives a request the context that the function is handed. sleeping, http.
func (w *walker) hasCallers(call *ast.CallExpr) bool {
	return w.hasContext(call) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return w.parameter(syntax.Var(w.info, arg)) >= 0 })
}

// isPlain reports whether a client is one that waits for ever, as far as the package says what it is.
func (w *walker) isPlain(client ast.Expr) bool {
	plain := func(e ast.Expr) bool {
		if obj := syntax.Object(w.info, e); obj != nil && obj.Pkg() != nil {
			return obj.Pkg().Path() == "net/http" // its DefaultClient
		}
		lit, ok := syntax.Address(e).(*ast.CompositeLit)
		return ok && symbol.OfType(w.info.TypeOf(lit)) == "net/http.Client" && !slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
			field, named := e.(*ast.KeyValueExpr)
			return !named || !syntax.Is(field.Key, "Transport") || !w.each(field.Value, waits)
		})
	}
	return w.each(client, plain)
}

// waits reports whether a transport is written down, and no time-out with it, or is a copy of the default one, which has none for an
// answer.
func waits(transport ast.Expr) bool {
	if copied, ok := ast.Unparen(transport).(*ast.CallExpr); ok {
		of, name := syntax.Selected(copied.Fun)
		return name == "Clone" && strings.HasPrefix(types.ExprString(ast.Unparen(of)), "http.DefaultTransport")
	}
	lit, ok := syntax.Address(transport).(*ast.CompositeLit)
	return ok && strings.HasSuffix(types.ExprString(lit.Type), "http.Transport") && !syntax.Any(lit, func(field *ast.KeyValueExpr) bool {
		name := types.ExprString(field.Key)
		return strings.Contains(name, "Timeout") || strings.Contains(name, "Dial")
	})
}

// each reports whether something holds of an expression, or of all that the package gives the variable that it is.
func (w *walker) each(e ast.Expr, holds func(ast.Expr) bool) bool {
	if v, ok := syntax.Object(w.info, e).(*types.Var); ok && !holds(e) {
		made, all := syntax.Values(w.g.pass, v)
		all = all || v.Kind() != types.ParamVar && w.setsOthers(v)
		return all && len(made) > 0 && !slices.ContainsFunc(made, func(e ast.Expr) bool { return !holds(e) })
	}
	return holds(e)
}

// setsOthers reports whether the package sets no part of a client or a transport that may be a time-out or have one, and takes no address
// of it. sleeping, http.
func (w *walker) setsOthers(v *types.Var) bool {
	for use := range syntax.Uses(w.g.pass, v) {
		switch up := use.Parent().Node().(type) {
		case *ast.UnaryExpr:
			return false
		case *ast.SelectorExpr:
			if up.X == use.Node() && use.Parent().ParentEdgeKind() == edge.AssignStmt_Lhs && bounding.MatchString(up.Sel.Name) {
				return false
			}
		}
	}
	return true
}

// bounding matches fields by which a client may have a time-out.
var bounding = regexp.MustCompile(`Timeout|Dial|Transport|RoundTrip`)

// equips notes a client that waits for ever and is given to a struct of a dependency, which sends its requests by it, unless the struct
// has a time for them, too, or the package gives contexts one. sleeping/equipped.
func (w *walker) equips(n *ast.AssignStmt) {
	set, client := syntax.Assigned(n)
	to, ok := set.(*ast.SelectorExpr)
	if !ok || symbol.OfType(code.Deref(w.info.TypeOf(to))) != "net/http.Client" {
		return
	}
	of, ok := types.Unalias(code.Deref(w.info.TypeOf(to.X))).(*types.Named)
	if !ok || of.Obj().Pkg() == nil || w.g.pass.Module == nil || !w.isPlain(client) ||
		strings.HasPrefix(of.Obj().Pkg().Path()+"/", w.g.pass.Module.Path+"/") {
		return
	}
	fields, ok := of.Underlying().(*types.Struct)
	if !ok || slices.ContainsFunc(slices.Collect(fields.Fields()), func(f *types.Var) bool { return bounding.MatchString(f.Name()) }) ||
		syntax.Spelled(w.g.pass, "WithTimeout", "WithDeadline") {
		return
	}
	w.leave(n.Pos(), Wait{What: types.ExprString(to), Explained: true, Does: "gives " + symbol.OfType(of).Last() + " a client without a " +
		"time-out here: a server that accepts and never answers keeps whoever asks it by a context that does not end; set Timeout"})
}

// connects notes a transport that keeps the connections which are idle for as long as the far side does: each pass makes one more, and
// nobody comes back to those. sleeping, connects.
func (w *walker) connects(lit *ast.CompositeLit) {
	if symbol.OfType(w.info.TypeOf(lit)) == "net/http.Transport" && len(lit.Elts) > 0 && !syntax.Any(w.decl.Node(), func(id *ast.Ident) bool {
		return slices.Contains([]string{"IdleConnTimeout", "DisableKeepAlives", "CloseIdleConnections", "MaxIdleConnsPerHost"}, id.Name)
	}) {
		handsOut := w.node.fn == nil || syntax.AnyType(w.node.fn.Signature().Results(), func(t types.Type) bool {
			_, plain := t.Underlying().(*types.Basic)
			return !plain && !syntax.IsError(t)
		})
		w.note(Wait{What: "http.Transport", Repeat: once, Explained: true, Begun: handsOut, Does: "makes one more transport here, which keeps " +
			"its idle connections without an end; make one for all, or set IdleConnTimeout"}, lit.Pos()) // a note at first
	}
}
