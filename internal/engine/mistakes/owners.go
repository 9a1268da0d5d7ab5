package mistakes

import (
	"go/ast"
	"slices"

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
