package blocking

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/mistakes"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// request returns a call in a node that sends a request to a server before it returns, or waits, or leads to such a call; nil if there is
// none.
func (g *graph) request(root ast.Node) (found *ast.CallExpr) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if fn := syntax.Called(g.pass.TypesInfo, n); fn != nil && found == nil && g.requests(fn.Origin()) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

// requests reports whether a function sends a request or waits, itself or by what the package or one that it imports has in it.
func (g *graph) requests(fn *types.Func) bool {
	does, done := g.sending[fn]
	if done {
		return does
	}
	g.sending[fn] = false // if it calls itself
	does = g.sends(fn) || slices.ContainsFunc(g.targets(fn), func(to target) bool {
		return g.senders[to.sym] || g.decls[to.fn] != nil && g.request(g.decls[to.fn].Body) != nil
	})
	g.sending[fn] = does
	return does
}

// sends reports whether a function sends a request, over HTTP, to the API server or by a client of a dependency, or waits.
func (g *graph) sends(fn *types.Func) bool {
	sym := symbol.Of(fn)
	return overHTTP(sym) || known.Wait(sym) != known.NoWait || known.Sends(fn) || g.farAway(fn)
}

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

// handlers returns the requests that event handlers send before they return: an informer hands each of them one event after another.
// sleeping, handlers.
func (g *graph) handlers() (list []Found) {
	seen := make(map[ast.Node]bool)
	look := func(name string, body *ast.BlockStmt) { list = append(list, g.inHandler(name, body, nil, seen)...) }
	for at := range syntax.Preorder(g.pass, (*ast.FuncDecl)(nil), (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		if decl, ok := at.Node().(*ast.FuncDecl); ok {
			if fn, _ := g.pass.TypesInfo.Defs[decl.Name].(*types.Func); fn != nil && decl.Body != nil && known.Handler(fn) {
				look(nameOf(fn), decl.Body)
			}
			continue
		}
		for _, e := range mistakes.Handlers(g.pass.TypesInfo, at.Node()) {
			fn, _ := syntax.Object(g.pass.TypesInfo, e).(*types.Func)
			if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
				look("an event handler", lit.Body)
			} else if fn != nil && g.decls[fn.Origin()] != nil {
				look(nameOf(fn), g.decls[fn.Origin()].Body)
			}
		}
	}
	return list
}

// inHandler returns the first request that a body sends, and those of the functions that it calls and that return no error: what
// fails there, nobody else hears of.
func (g *graph) inHandler(name string, body *ast.BlockStmt, way []Step, seen map[ast.Node]bool) (list []Found) {
	if seen[body] {
		return nil
	}
	seen[body] = true
	said := false
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		fn := (*types.Func)(nil)
		if _, aside := n.(*ast.GoStmt); aside {
			return false
		} else if ok {
			fn = syntax.Called(g.pass.TypesInfo, c)
		}
		if fn == nil {
			return true
		}
		inside, targets := false, g.targets(fn.Origin())
		for _, to := range targets {
			if decl := g.decls[to.fn]; decl != nil && !syntax.AnyType(fn.Signature().Results(), syntax.IsError) {
				inside = true
				step := g.step(nameOf(to.fn), call{pos: c.Pos()}, len(targets))
				list = append(list, g.inHandler(name, decl.Body, append(slices.Clip(way), step), seen)...)
			}
		}
		if !inside && !said && g.requests(fn.Origin()) {
			said = true
			wait := Wait{Place: code.PlaceOf(g.pass.Fset.Position(c.Pos())), What: nameOf(fn), Repeat: once, Explained: true, Way: way,
				Does: "sends a request or waits here, and is handed no other event meanwhile; leave this to a worker, which can try again"}
			list = append(list, Found{Wait: wait, Pos: c.Pos(), Reconciler: name, Handler: true})
		}
		return true
	})
	return list
}
