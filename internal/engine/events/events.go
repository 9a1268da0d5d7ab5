// Package events finds events that are lost: those that a handler drops where it cannot ask the API server, and signals that are sent while
// nobody receives.
//
// # Contract
//
// A [Lost] is shown by the source of one package, whatever its callers pass:
//
//	AddFunc: func(obj any) {
//		owner, err := c.clientset.AppsV1().Deployments(ns).Get(ctx, name, metav1.GetOptions{})
//		if err != nil {
//			return // Dropped: nothing tells the handler again
//		}
//		c.queue.Add(key(owner))
//	}
//
//	select {
//	case r.trigger <- struct{}{}: // made by make(chan struct{})
//	default: // Unheard: so is each one that comes while the last is handled
//	}
//
// # What is not followed
//
// What handlers call. Clients that may read from a cache, which fail only while the program starts. Channels that other packages can set.
package events

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("events", "find events that are lost", analyse)

// A Result lists the events that a package loses.
type Result struct {
	report.Fault

	Events []Lost
}

// A Lost event never comes to whoever could act on it.
type Lost struct {
	Pos     token.Pos // of the return, or of the send
	Text    string    // what fails, or the channel, as it is written
	Unheard bool      // it is sent while nobody receives
}

func analyse(pass *analysis.Pass) *Result {
	result := &Result{}
	if known.Foundation(pass.Pkg.Path()) || !slices.ContainsFunc(pass.Pkg.Imports(),
		func(imp *types.Package) bool { return known.Foundation(imp.Path()) }) {
		return result
	}
	p := &program{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass), result: result}
	for at := range syntax.Preorder(pass, (*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.SelectStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.CompositeLit:
			if handler(symbol.OfType(code.Deref(p.info.TypeOf(n)))) {
				for _, elt := range n.Elts {
					if field, ok := elt.(*ast.KeyValueExpr); ok {
						p.handles(field.Value)
					}
				}
			}
		case *ast.CallExpr:
			if name := syntax.CalledName(p.info, n); name.In(known.ControllerRuntime+"/pkg/handler") &&
				strings.HasSuffix(name.Last(), "FromMapFunc") && len(n.Args) > 0 {
				p.handles(n.Args[0])
			}
		case *ast.SelectStmt:
			p.sends(n)
		}
	}
	slices.SortStableFunc(result.Events, func(a, b Lost) int { return int(a.Pos - b.Pos) })
	result.Events = slices.CompactFunc(result.Events, func(a, b Lost) bool { return a.Pos == b.Pos })
	return result
}

// handler reports whether a type holds the functions that are called for events.
func handler(name symbol.Name) bool {
	switch name.Last() {
	case "ResourceEventHandlerFuncs", "ResourceEventHandlerDetailedFuncs":
		return name.In(known.ClientGoCache)
	case "Funcs", "TypedFuncs":
		return name.In(known.ControllerRuntime + "/pkg/handler")
	}
	return false
}

// A program is a package whose events are looked at.
type program struct {
	pass   *analysis.Pass
	info   *types.Info
	decls  map[*types.Func]*ast.FuncDecl
	result *Result
}

// handles looks at a function that is called for events.
func (p *program) handles(e ast.Expr) {
	var body *ast.BlockStmt
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		body = e.Body
	default:
		if fn, ok := syntax.Object(p.info, e).(*types.Func); ok && p.decls[fn.Origin()] != nil {
			body = p.decls[fn.Origin()].Body
		}
	}
	if body == nil {
		return
	}
	for block := range syntax.All[*ast.BlockStmt](body) {
		for branch, call := range syntax.Failed(p.info, block.List) {
			if ret := p.gives(branch.Body); ret != nil && p.asks(call) {
				p.result.Events = append(p.result.Events, Lost{Pos: ret.Pos(), Text: syntax.Written(p.pass, call.Fun)})
			}
		}
	}
}

// asks reports whether a call sends a request to the API server: by a clientset, or a reader that is not the cache's by its name.
func (p *program) asks(call *ast.CallExpr) bool {
	fn := syntax.Called(p.info, call)
	if fn == nil || fn.Signature().Recv() == nil {
		return false
	}
	params := fn.Signature().Params()
	if params.Len() < 2 || symbol.OfType(params.At(0).Type()) != "context.Context" {
		return false
	}
	switch options := symbol.OfType(params.At(params.Len() - 1).Type()); options.Last() {
	case "GetOptions", "ListOptions":
		return options.In("k8s.io/apimachinery/pkg/apis/meta/v1")
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && fn.Pkg().Path() == known.ControllerRuntime+"/pkg/client" &&
		strings.Contains(strings.ToLower(types.ExprString(sel.X)), "apireader")
}

// gives returns the return with which a branch gives an event up, nil if it may do something about it: it calls something of the package,
// or adds something somewhere.
func (p *program) gives(branch *ast.BlockStmt) *ast.ReturnStmt {
	ret, ok := syntax.Last[*ast.ReturnStmt](branch.List)
	if !ok || len(ret.Results) > 1 || len(ret.Results) == 1 && !p.isEmpty(ret.Results[0]) {
		return nil
	}
	if syntax.Any(branch, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return false
		}
		fn := syntax.Called(p.info, call)
		name := ""
		if fn != nil {
			name = strings.ToLower(fn.Name())
		}
		return fn == nil || fn.Pkg() == p.pass.Pkg || strings.HasPrefix(name, "add") || strings.Contains(name, "queue")
	}) {
		return nil
	}
	return ret
}

// isEmpty reports whether an expression is no list, or one without elements.
func (p *program) isEmpty(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return p.info.Types[e].IsNil() || ok && len(lit.Elts) == 0
}
