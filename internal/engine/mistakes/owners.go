package mistakes

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// owners returns which objects the package gives an owner: by controllerutil, or in what it writes down of them. What it gives them that it
// does not write down may be a controller.
func (p *program) owners() (list []owning) {
	add := func(object ast.Expr, controller bool) {
		o := owning{p.kind(object), controller}
		if (o.Type != "" || controller) && !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	for at := range syntax.Preorder(p.pass, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil)) {
		switch n := at.Node().(type) {
		case *ast.CallExpr:
			switch of, method := syntax.Selected(n.Fun); { // of controllerutil, and what controller-runtime itself calls by that name
			case len(n.Args) > 2 && (method == "SetControllerReference" || method == "SetOwnerReference"):
				add(n.Args[1], method == "SetControllerReference")
			case method == "SetOwnerReferences" && len(n.Args) == 1:
				add(of, p.mayControl(n.Args[0]))
			}
		case *ast.CompositeLit:
			if refs := syntax.Field(n, "OwnerReferences"); refs != nil {
				if object, ok := at.Parent().Parent().Node().(*ast.CompositeLit); ok && known.IsObject(p.info.TypeOf(object)) {
					add(object, p.mayControl(refs))
				} else {
					add(nil, p.mayControl(refs))
				}
			}
		case *ast.AssignStmt:
			if to, refs := syntax.Assigned(n); to != nil {
				if sel, ok := ast.Unparen(to).(*ast.SelectorExpr); ok && sel.Sel.Name == "OwnerReferences" {
					add(owner(sel), p.mayControl(refs))
				}
			}
		}
	}
	return list
}

// mayControl reports whether one of some references may be that to a controller.
func (p *program) mayControl(refs ast.Expr) bool {
	written := false
	for lit := range syntax.All[*ast.CompositeLit](refs) {
		if symbol.OfType(p.info.TypeOf(lit)) == "k8s.io/apimachinery/pkg/apis/meta/v1.OwnerReference" {
			if written = true; syntax.Field(lit, "Controller") != nil {
				return true
			}
		}
	}
	return !written
}

// owned looks at a watch of a builder for what its objects own, where all that gives such an object an owner gives it one that is not its
// controller: that watch hears of controllers alone. lostevents, owned.
func (p *program) owned(watch *ast.CallExpr) {
	if p.builds(watch) != "Owns" || len(watch.Args) == 0 || slices.ContainsFunc(watch.Args[1:], func(option ast.Expr) bool {
		return syntax.Spells(option, "MatchEveryOwner")
	}) {
		return
	}
	kind, plain := p.kind(watch.Args[0]), false
	for _, o := range slices.Concat(p.owning, p.owns()) {
		if o.Controller && (o.Type == kind || o.Type == "") {
			return
		}
		plain = plain || o.Type == kind
	}
	if plain && kind != "" {
		p.found(Mistake{Pos: watch.Args[0].Pos(), Kind: Uncontrolled, Text: kind.Last(), Expr: watch.Args[0]})
	}
}

// OwnedBy returns the types of the objects to which a reconciler gives one of its own as their controller, in functions of the package of a
// pass that its methods lead to by name, with the types of those owners. A Reconcile that asks for its request again needs no event.
// unwatched, owns.
func OwnedBy(pass *analysis.Pass, reconciler symbol.Name) (list [][2]symbol.Name) {
	reconcile, ok := methodOf(pass, reconciler).(*ast.FuncDecl)
	if !ok || polls(pass, reconcile) {
		return nil
	}
	for _, fn := range ledTo(pass, reconciler) { // one of the methods may put the steps into a field: owns, SetupWithManager
		for call := range syntax.All[*ast.CallExpr](fn) {
			if _, method := syntax.Selected(call.Fun); method != "SetControllerReference" || len(call.Args) < 3 {
				continue
			}
			of, made := pass.TypesInfo.TypeOf(call.Args[0]), pass.TypesInfo.TypeOf(call.Args[1])
			pair := [2]symbol.Name{symbol.OfType(code.Deref(of)), symbol.OfType(code.Deref(made))}
			if !slices.Contains(list, pair) && !known.DynamicObject(pair[1]) && !types.IsInterface(made) {
				list = append(list, pair)
			}
		}
	}
	made := slices.Clone(list)
	return slices.DeleteFunc(list, func(pair [2]symbol.Name) bool { // of one that itself is made, which wakes its own owner
		return slices.ContainsFunc(made, func(other [2]symbol.Name) bool { return other[1] == pair[0] })
	})
}
