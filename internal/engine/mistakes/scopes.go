package mistakes

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// clustered returns the types of the package whose objects have no namespace, as they tell the generator of their definitions.
func (p *program) clustered() (list []symbol.Name) {
	for _, file := range p.pass.Files {
		after := file.Name.End() // markers may stand apart from the comment that documents a type
		for _, decl := range file.Decls {
			before := after
			after = decl.End()
			gen, ok := decl.(*ast.GenDecl)
			if !ok || len(gen.Specs) != 1 {
				continue
			}
			spec, ok := gen.Specs[0].(*ast.TypeSpec)
			if ok && slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
				return before < group.Pos() && group.End() <= gen.TokPos && slices.ContainsFunc(group.List, marksCluster)
			}) {
				list = append(list, symbol.Of(p.info.Defs[spec.Name]))
			}
		}
	}
	return list
}

// marksCluster reports whether a comment tells a generator that objects of a type have no namespace.
func marksCluster(c *ast.Comment) bool {
	marker := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
	return strings.HasPrefix(marker, "+kubebuilder:resource:") && strings.Contains(marker, "scope=Cluster") ||
		marker == "+genclient:nonNamespaced"
}

// hasNoNamespace reports whether objects of a type have none.
func (p *program) hasNoNamespace(typ symbol.Name) bool {
	return known.ClusterScoped(typ) || slices.Contains(p.result.clustered, typ) || slices.Contains(p.scopes, typ)
}

// spaced looks at a watch of a builder that is for objects without a namespace, and whose map function puts the namespace of the watched
// object into its requests: the reconciler finds none of them. lostevents, scoped.
func (p *program) spaced(at inspector.Cursor) {
	watch := at.Node().(*ast.CallExpr)
	if p.builds(watch) != "Watches" || len(watch.Args) < 2 {
		return
	}
	of, watched := p.kind(p.isFor(watch)), p.kind(watch.Args[0])
	if p.hasNoNamespace(watched) && p.hasNamespace(of, watched) {
		if _, body := p.mapper(watch.Args[1]); body != nil {
			p.unspaced(body, watched, of)
		}
		return
	}
	if of == "" || watched == "" || !p.hasNoNamespace(of) || p.hasNoNamespace(watched) || !known.Foundation(watched.Package()) {
		return
	}
	asks := false
	for fn := range syntax.All[ast.Node](watch.Args[1]) {
		if used, ok := fn.(*ast.Ident); ok && !asks {
			obj, _ := p.info.Uses[used].(*types.Func)
			asks = obj != nil && slices.Contains(p.spacing, symbol.Of(obj.Origin()))
		}
	}
	if _, body := p.mapper(watch.Args[1]); !asks && (body == nil || !p.takesNamespace(body, watched)) {
		return
	}
	reconciles := methodOf(p.pass, symbol.OfType(code.Deref(p.completed(at))))
	if reconciles != nil && syntax.Spells(reconciles, "NamespacedName") {
		p.found(Mistake{Pos: watch.Args[1].Pos(), Kind: Spaced, Text: watched.Last() + " " + of.Last(), Expr: watch.Args[1]})
	}
}

// hasNamespace reports whether objects of a type are certain to have a namespace: Kubernetes' own, and those of a package that marks
// others.
func (p *program) hasNamespace(typ, other symbol.Name) bool {
	return typ != "" && !p.hasNoNamespace(typ) && (known.Foundation(typ.Package()) || typ.Package() == other.Package())
}

// unspaced looks at the requests of a map function whose namespace is that of an object which has none: they reach nothing. lostevents,
// scoped.
func (p *program) unspaced(body ast.Node, watched, of symbol.Name) {
	for request := range syntax.All[*ast.CompositeLit](body) {
		if symbol.OfType(p.info.TypeOf(request)) != known.Request {
			continue
		}
		key, ok := ast.Unparen(syntax.Field(request, "NamespacedName")).(*ast.CompositeLit)
		if !ok {
			continue
		}
		if p.namespaced(key, watched) {
			p.found(Mistake{Pos: key.Pos(), Kind: Unspaced, Text: watched.Last() + " " + of.Last(), Expr: key})
			return
		}
	}
}

// takesNamespace reports whether a body makes names with the namespace of an object of a type, or of one that it is handed as any
// object, and no others.
func (p *program) takesNamespace(body ast.Node, watched symbol.Name) bool {
	takes, others := false, false
	for lit := range syntax.All[*ast.CompositeLit](body) {
		if symbol.OfType(p.info.TypeOf(lit)) != "k8s.io/apimachinery/pkg/types.NamespacedName" {
			continue
		}
		ok := p.namespaced(lit, watched)
		takes, others = takes || ok, others || !ok
	}
	return takes && !others
}

// namespaced reports whether a name has the namespace of an object of a type, or of one that a function is handed as any object.
func (p *program) namespaced(key *ast.CompositeLit, of symbol.Name) bool {
	from := ast.Unparen(syntax.Field(key, "Namespace"))
	if call, ok := from.(*ast.CallExpr); ok && len(call.Args) == 0 {
		from = call.Fun
	}
	owner, name := syntax.Selected(from)
	v := syntax.Var(p.info, owner)
	return v != nil && (name == "Namespace" || name == "GetNamespace") &&
		(v.Kind() == types.ParamVar && types.IsInterface(v.Type()) || symbol.OfType(code.Deref(v.Type())) == of)
}
