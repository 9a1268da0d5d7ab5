package mistakes

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// indexes notes the indexes that the package registers, and those by which it asks a client for lists. A name that is no constant may be
// any.
func (p *program) indexes() (fact Helpers) {
	name := func(e ast.Expr) string {
		if name, ok := syntax.Text(p.info, e); ok {
			return name
		}
		return anyIndex
	}
	for at := range syntax.Preorder(p.pass, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		switch n := at.Node().(type) {
		case *ast.CallExpr:
			switch called := syntax.Called(p.info, n); {
			case called == nil:
			case called.Name() == "IndexField" && len(n.Args) > 2: // up to v0.5 without a context
				fact.Indexes = append(fact.Indexes, name(n.Args[len(n.Args)-2]))
			case called.Name() == "AddFieldLabelConversionFunc": // of a server of the program's own
				fact.Indexes = append(fact.Indexes, anyIndex)
			}
		case *ast.CompositeLit:
			if by := p.selects(n); by != nil {
				if asked := name(by); asked != anyIndex && !servesField(asked) {
					fact.Asked = append(fact.Asked, askedIndex{asked, code.PlaceOf(p.pass.Fset.Position(by.Pos()))})
				}
			}
		}
	}
	if slices.ContainsFunc(p.pass.Files, selectsFields) {
		fact.Indexes = append(fact.Indexes, anyIndex)
	}
	slices.Sort(fact.Indexes)
	fact.Indexes = slices.Compact(fact.Indexes)
	return fact
}

// selects returns the one field by whose value an option of a list selects objects, nil for any other literal. unwatched, indexes.
func (p *program) selects(option *ast.CompositeLit) ast.Expr {
	const fields = "k8s.io/apimachinery/pkg/fields."
	var by []ast.Expr
	in := ast.Expr(option)
	typ := symbol.OfType(p.info.TypeOf(option))
	switch typ {
	case known.ControllerRuntime + "/pkg/client.MatchingFields":
	case known.ControllerRuntime + "/pkg/client.MatchingFieldsSelector":
		in = syntax.Field(option, "Selector")
	case known.ControllerRuntime + "/pkg/client.ListOptions":
		in = syntax.Field(option, "FieldSelector")
	default:
		return nil
	}
	if in = syntax.Resolve(p.pass, in); in == nil {
		return nil
	}
	for n := range ast.Preorder(in) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if syntax.CalledName(p.info, n) == fields+"OneTermEqualSelector" {
				by = append(by, n.Args[0])
			}
		case *ast.CompositeLit:
			for _, elt := range n.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok && (n == option || symbol.OfType(p.info.TypeOf(n)) == fields+"Set") {
					by = append(by, kv.Key)
				}
			}
		}
	}
	if len(by) != 1 {
		return nil
	}
	return by[0]
}

// selectsFields reports whether a file tells the generator of definitions that the API server selects objects by a field: no index is
// needed for that.
func selectsFields(file *ast.File) bool {
	return slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
		return slices.ContainsFunc(group.List, func(c *ast.Comment) bool { return strings.Contains(c.Text, "+kubebuilder:selectablefield:") })
	})
}

// anyIndex stands for an index whose name is no constant.
const anyIndex = "*"

// servesField reports whether the API server itself selects objects of some kinds by a field.
func servesField(name string) bool {
	return strings.HasPrefix(name, "metadata.") || strings.HasPrefix(name, "involvedObject.") || slices.Contains([]string{
		"reason", "source", "type",
		"spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "spec.hostNetwork", "spec.unschedulable",
		"spec.signerName", "status.phase", "status.podIP", "status.podIPs", "status.nominatedNodeName", "status.successful"}, name)
}

// unindexed finds the indexes by which a program asks for lists and that nothing in it registers: each such call fails. unwatched, indexes.
func (p *program) unindexed(own Helpers) {
	if p.pass.Pkg.Name() != "main" {
		return
	}
	registered, asked := slices.Clone(own.Indexes), slices.Clone(own.Asked)
	for _, fact := range p.facts {
		registered, asked = append(registered, fact.Indexes...), append(asked, fact.Asked...)
	}
	if len(registered) == 0 && !known.Imports(p.pass.Pkg, known.ControllerRuntime) || slices.Contains(registered, anyIndex) {
		return
	}
	for _, a := range asked {
		pos := syntax.At(p.pass.Fset, a.Place.File, a.Place.Line, a.Place.Column)
		if pos.IsValid() && !slices.Contains(registered, a.Name) {
			p.found(Mistake{Pos: pos, Kind: Unindexed, Text: a.Name})
		}
	}
}
