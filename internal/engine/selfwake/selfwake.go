package selfwake

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("selfwake", "find reconcilers that wake themselves by what they write", analyse, new(Makers))

// A Result lists what was found in a package.
type Result struct {
	report.Fault

	Wakes []Wake
}

// A Wake is a write of a reconciler by which it wakes itself.
type Wake struct {
	Pos     token.Pos // the write, or the call in Reconcile that leads to it
	Kind    string    // of the object, such as Pod
	What    string    // what is new on each pass, as it is written
	Changed token.Pos // where that is
	Removed bool      // it is removed before and set again, else it is the time
	// Fine is whether the time is written with parts of a second. Two passes in one second write the same otherwise, and the second wakes
	// nobody: the API server keeps no write that changes nothing.
	Fine bool
	// Turns are the two values that are written in turn, where it is neither.
	Turns []string

	whole bool // it is not in the status, so that a write of the whole object brings it
}

func analyse(pass *analysis.Pass) *Result {
	result := &Result{}
	if known.Foundation(pass.Pkg.Path()) {
		return result
	}
	export(pass)
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(imp *types.Package) bool {
		return imp.Path() == known.ControllerRuntime || imp.Path() == known.Reconcile
	}) {
		return result
	}
	p := &program{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass), watched: make(map[*types.TypeName]bool)}
	p.gather()
	if len(p.watched) == 0 {
		return result
	}
	for _, decl := range p.reconciles {
		p.follow(decl, result)
	}
	return result
}

// A program is what matters of a package.
type program struct {
	pass       *analysis.Pass
	info       *types.Info
	decls      map[*types.Func]*ast.FuncDecl
	reconciles []*ast.FuncDecl
	watched    map[*types.TypeName]bool // types whose every event wakes a controller
	set        map[string]bool          // fields that the package sets, by their names; nil before anybody has asked
}

// gather notes the functions of the package and the types that its builders watch without a predicate.
func (p *program) gather() {
	filtered := make(map[*types.TypeName]bool)
	for at, decl := range syntax.Functions(p.pass) {
		fn, ok := p.info.Defs[decl.Name].(*types.Func)
		if !ok {
			continue
		}
		if sig := fn.Signature(); fn.Name() == "Reconcile" && sig.Recv() != nil && sig.Results().Len() == 2 &&
			symbol.OfType(code.Deref(sig.Results().At(0).Type())) == known.Result {
			p.reconciles = append(p.reconciles, decl)
		}
		var fors []*types.TypeName
		filters := false
		for c := range at.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "For" && sel.Sel.Name != "WithEventFilter" {
				continue
			}
			callee := syntax.CalledName(p.info, call)
			if !callee.In(known.ControllerRuntime + "/pkg/builder") {
				continue
			}
			switch callee.Last() {
			case "WithEventFilter":
				filters = true
			case "For":
				if len(call.Args) == 0 {
					continue
				}
				if t := named(p.info.TypeOf(call.Args[0])); t != nil {
					fors = append(fors, t)
					if len(call.Args) > 1 || call.Ellipsis.IsValid() {
						filtered[t] = true
					}
				}
			}
		}
		for _, t := range fors {
			p.watched[t] = true
			filtered[t] = filtered[t] || filters
		}
	}
	for t := range filtered {
		if filtered[t] {
			delete(p.watched, t)
		}
	}
}

// follow looks at a Reconcile and at the functions of the package that it calls on each pass with the object.
func (p *program) follow(decl *ast.FuncDecl, result *Result) {
	for _, object := range p.objects(decl) {
		found := func(w Wake) {
			w.Kind = named(object.Type()).Name()
			if !slices.ContainsFunc(result.Wakes, func(have Wake) bool { return have.Pos == w.Pos }) {
				result.Wakes = append(result.Wakes, w)
			}
		}
		for _, body := range p.always(decl, object, &reading{decl, object}, 0) {
			w, changes := p.changes(body)
			if !changes {
				continue
			}
			at := p.write(body.read.decl.Body, body.read.object, w.whole)
			if at.IsValid() && body.read.decl != decl || !at.IsValid() && p.write(body.decl.Body, body.object, w.whole).IsValid() {
				at = body.call
			}
			if w.Pos = at; at.IsValid() {
				found(w)
			}
		}
		if w, turns := p.turns(decl, object); turns {
			found(w)
		}
	}
}

// objects returns the variables of a function that hold an object of the type which wakes the controller.
func (p *program) objects(decl *ast.FuncDecl) []*types.Var {
	var list []*types.Var
	for call := range syntax.All[*ast.CallExpr](decl.Body) {
		if len(call.Args) < 3 {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Get" {
			continue
		}
		key, ok := ast.Unparen(call.Args[1]).(*ast.SelectorExpr)
		if !ok || key.Sel.Name != "NamespacedName" {
			continue
		}
		if v := p.variable(call.Args[2]); v != nil && p.watched[named(v.Type())] && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// variable returns the variable that an expression is, or points to.
func (p *program) variable(e ast.Expr) *types.Var {
	return syntax.Var(p.info, syntax.Address(e))
}

// named returns the name of a type, or of what it points to, nil for one without.
func named(t types.Type) *types.TypeName {
	if n, ok := types.Unalias(code.Deref(t)).(*types.Named); ok {
		return n.Obj()
	}
	return nil
}
