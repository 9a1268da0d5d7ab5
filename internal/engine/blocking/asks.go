package blocking

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// request returns what a node does that sends a request to a server before it returns, or waits, or leads to such a call: a call, or a send
// on a channel that others have, too; nil if there is none. What is returned runs later: sleeping, dialer.
func (g *graph) request(root ast.Node) ast.Node {
	for n := range doneBy(root) {
		if g.waitsAt(n) {
			return n
		}
	}
	return nil
}

// doneBy yields the calls and sends of a node that its goroutine comes to when it runs: no send of a select, where something else may come
// first, and nothing of a function literal that is returned.
func doneBy(root ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		var chosen ast.Node
		later := make(map[ast.Expr]bool)
		goesOn := true
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				return false
			case *ast.ReturnStmt:
				for _, e := range n.Results {
					later[ast.Unparen(e)] = true
				}
			case *ast.FuncLit:
				return goesOn && !later[n]
			case *ast.CommClause:
				chosen = n.Comm
			case *ast.CallExpr, *ast.SendStmt:
				goesOn = goesOn && (n == chosen || yield(n))
			}
			return goesOn
		})
	}
}

// written returns what a call or a send is of, for people.
func written(n ast.Node) string {
	if call, ok := n.(*ast.CallExpr); ok {
		return types.ExprString(call.Fun)
	}
	return "a send on " + types.ExprString(n.(*ast.SendStmt).Chan)
}

func within(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// waitsAt reports whether a call sends a request or waits, or a send has to wait where nobody receives: it is on a channel in a field or in
// a variable of the package, and tells no controller of an event. A channel that is closed after it has room for that: sleeping, tellsOnce.
func (g *graph) waitsAt(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		fn := syntax.Called(g.pass.TypesInfo, n)
		return fn != nil && g.requests(fn)
	case *ast.SendStmt:
		v, _ := syntax.Object(g.pass.TypesInfo, n.Chan).(*types.Var)
		of, ok := g.pass.TypesInfo.TypeOf(n.Chan).Underlying().(*types.Chan)
		return ok && v != nil && (v.IsField() || v.Parent() == g.pass.Pkg.Scope()) && !symbol.OfType(of.Elem()).In(events) &&
			!slices.ContainsFunc(g.closings(v), func(at inspector.Cursor) bool {
				for block := range at.Enclosing((*ast.BlockStmt)(nil)) {
					return block.Node().Pos() < n.Pos() && n.Pos() < at.Node().Pos()
				}
				return false
			})
	}
	return false
}

// requests reports whether a function sends a request or waits, itself or by what the package or one that it imports has in it.
func (g *graph) requests(fn *types.Func) bool {
	if does, done := g.sending[fn]; done {
		return does
	}
	g.sending[fn] = false // if it calls itself
	does := g.sends(fn) || slices.ContainsFunc(g.targets(fn), func(to target) bool {
		return g.senders[to.sym] || g.decls[to.fn] != nil && g.request(g.decls[to.fn].Body) != nil
	})
	g.sending[fn] = does
	return does
}

// sends reports whether a function sends a request, over HTTP, to a database, to the API server or by a client of a dependency, or waits.
func (g *graph) sends(fn *types.Func) bool {
	sym := symbol.Of(fn)
	return known.Responds(fn) || known.AsksDatabase(sym) || known.Wait(sym) != known.NoWait || known.Sends(fn) || g.farAway(fn) ||
		syntax.AnyType(fn.Signature().Params(), func(t types.Type) bool {
			name := symbol.OfType(t)
			return name.In("k8s.io/apimachinery/pkg/apis/meta/v1") && slices.Contains(ofWrites, name.Last())
		})
}

// ofWrites are the options of requests that write: no cache answers these.
var ofWrites = []string{"CreateOptions", "UpdateOptions", "PatchOptions", "DeleteOptions"}

// ofClient matches the names of the types and the packages by which programs ask others than the API server.
var ofClient = regexp.MustCompile(`(Client|API|Service)$|client[^/]*(/[^/]*)?\.[^/.]*$`)

// farAway reports whether a function is a method of a client that the program has from elsewhere, by its names: it is handed a context,
// and may fail.
func (g *graph) farAway(fn *types.Func) bool {
	sig := fn.Signature()
	n := sig.Results().Len()
	if sig.Recv() == nil || sig.Params().Len() == 0 || n == 0 || symbol.OfType(sig.Params().At(0).Type()) != "context.Context" ||
		!syntax.IsError(sig.Results().At(n-1).Type()) || fn.Pkg() == nil || fn.Pkg() == g.pass.Pkg || known.Foundation(fn.Pkg().Path()) {
		return false
	}
	elems := strings.SplitN(g.pass.Pkg.Path(), "/", 4)
	own := strings.HasPrefix(fn.Pkg().Path()+"/", strings.Join(elems[:min(3, len(elems))], "/")+"/")
	return !own && ofClient.MatchString(string(symbol.OfType(code.Deref(sig.Recv().Type()))))
}

// targets returns the functions that a call may go to: those of the types that implement an
// interface, as far as this package and those it imports have some that matter.
func (g *graph) targets(fn *types.Func) []target {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return []target{{fn, symbol.Of(fn)}}
	}
	if fn.Pkg() == nil || known.Foundation(fn.Pkg().Path()) {
		return nil
	}
	return memo.Of(g.invoked, fn, func() (list []target) { // many functions call it, and each is gone through from many others
		iface := recv.Type().Underlying().(*types.Interface)
		for _, m := range methods.Implementing(g.pass.Pkg, iface, fn) {
			list = append(list, target{m.Origin(), symbol.Of(m)})
		}
		for _, imp := range g.facts {
			for _, t := range imp.Types {
				if m, ok := t.Implementation(iface, fn); ok && !imp.other(&t, nameOfInterface(fn)) {
					list = append(list, target{sym: m.Func})
				}
			}
		}
		return list
	})
}
