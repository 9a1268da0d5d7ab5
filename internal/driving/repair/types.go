package repair

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// isUnknown reports whether nothing is known of a value of the type.
func isUnknown(t types.Type) bool {
	return t == nil || t == types.Typ[types.Invalid] || types.Unalias(t) == types.Type(unresolved)
}

// takesAnything reports whether values of every type can be assigned to one of type t.
func takesAnything(t types.Type) bool {
	if isUnknown(t) {
		return true
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// lacksType reports whether a type, as it is written, holds one that did not resolve.
func lacksType(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t.Underlying() == types.Typ[types.Invalid]
		}
	}
	return anyPart(t, lacksType)
}

// anyPart reports whether something holds of one of the types that a type is written with.
func anyPart(t types.Type, holds func(types.Type) bool) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return slices.ContainsFunc(slices.Collect(t.TypeArgs().Types()), holds)
	case *types.Map:
		return holds(t.Key()) || holds(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return holds(t.Elem())
	case *types.Tuple:
		return syntax.AnyType(t, holds)
	case *types.Signature:
		return syntax.AnyType(t.Params(), holds) || syntax.AnyType(t.Results(), holds)
	case *types.Struct:
		for f := range t.Fields() {
			if holds(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if holds(m.Type()) {
				return true
			}
		}
		return slices.ContainsFunc(slices.Collect(t.EmbeddedTypes()), holds)
	}
	return false
}

// repaired returns the type that t is once the declarations are repaired.
func repaired(t types.Type) types.Type {
	if t == nil {
		return unresolved
	}
	if !lacksType(t) {
		return t
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return unresolved
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t // it will be a struct
		}
		var args []types.Type
		for a := range t.TypeArgs().Types() {
			args = append(args, repaired(a))
		}
		if inst, err := types.Instantiate(nil, t.Origin(), args, false); err == nil {
			return inst
		}
		return unresolved
	case *types.Pointer:
		if elem := repaired(t.Elem()); !isUnknown(elem) {
			return types.NewPointer(elem)
		}
		return unresolved
	case *types.Slice:
		return types.NewSlice(repaired(t.Elem()))
	case *types.Map:
		return types.NewMap(repaired(t.Key()), repaired(t.Elem()))
	case *types.Tuple:
		return repairedTuple(t)
	case *types.Signature:
		if t.TypeParams().Len() > 0 {
			return t
		}
		return types.NewSignatureType(nil, nil, nil, repairedTuple(t.Params()), repairedTuple(t.Results()), t.Variadic())
	}
	return t
}

func repairedTuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), v.Name(), repaired(v.Type())))
	}
	return types.NewTuple(vars...)
}

// typ repairs the syntax of a type. An embedded field of a struct keeps its name: literals and selectors go on to mention it.
func (r *repairer) typ(e ast.Expr) ast.Expr {
	names := make(map[*ast.Field]*ast.Ident) // of embedded fields
	before := func(c *astutil.Cursor) bool {
		if name := c.Name(); name == "Names" || name == "Len" || name == "Tag" {
			return false
		}
		switch n := c.Node().(type) {
		case *ast.Ident:
			if name, ok := r.Info.Uses[n].(*types.TypeName); !ok || name.Type() == types.Typ[types.Invalid] {
				c.Replace(r.unknownType(n))
			}
		case *ast.SelectorExpr:
			if _, ok := r.Info.Uses[n.Sel].(*types.TypeName); !ok && !syntax.Is(n.X, standInName) {
				c.Replace(r.unknownType(n))
			}
			return false
		case *ast.IndexExpr, *ast.IndexListExpr:
			if r.Info.TypeOf(n.(ast.Expr)) == nil {
				c.Replace(r.unknownType(n))
				return false
			}
		case *ast.StructType:
			for _, f := range n.Fields.List {
				names[f] = embeddedName(f)
			}
		case *ast.ParenExpr, *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.Ellipsis, *ast.FuncType, *ast.InterfaceType,
			*ast.BinaryExpr, *ast.UnaryExpr: // the last two of constraints
		case ast.Expr:
			c.Replace(r.unknownType(n))
			return false
		}
		return true
	}
	after := func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.StarExpr:
			if r.isUnknownSyntax(n.X) {
				c.Replace(n.X)
			}
		case *ast.IndexExpr, *ast.IndexListExpr:
			if generic := syntax.Generic(n.(ast.Expr)); r.isUnknownSyntax(generic) {
				c.Replace(generic)
			}
		case *ast.Field:
			if names[n] != nil && r.isUnknownSyntax(n.Type) {
				n.Names = []*ast.Ident{names[n]}
			}
		}
		return true
	}
	return astutil.Apply(&ast.ParenExpr{X: e}, before, after).(*ast.ParenExpr).X
}

func (r *repairer) unknownType(at ast.Node) ast.Expr {
	r.used = true
	return r.stands.name("Type", at.Pos())
}

func (r *repairer) isUnknownSyntax(e ast.Expr) bool {
	of, name := syntax.Selected(e)
	return syntax.Is(of, standInName) && name == "Type"
}

func (r *repairer) fields(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		f.Type = r.typ(f.Type)
	}
}

// embeddedName returns the name of an embedded field, nil if it is none.
func embeddedName(f *ast.Field) *ast.Ident {
	if len(f.Names) > 0 {
		return nil
	}
	t := f.Type
	if star, ok := ast.Unparen(t).(*ast.StarExpr); ok {
		t = star.X
	}
	switch e := syntax.Generic(t).(type) {
	case *ast.SelectorExpr:
		return &ast.Ident{NamePos: e.Sel.Pos(), Name: e.Sel.Name}
	case *ast.Ident:
		return &ast.Ident{NamePos: e.Pos(), Name: e.Name}
	}
	return &ast.Ident{NamePos: f.Pos(), Name: "_"}
}

// spec repairs the specification of a type or of variables, and reports whether any of it is left.
func (r *repairer) spec(s ast.Spec, errors []token.Pos) bool {
	at := levelOf(r.tries[s])
	if at == nothing {
		return false
	}
	switch s := s.(type) {
	case *ast.TypeSpec:
		r.typeSpec(s, at)
	case *ast.ValueSpec:
		w := r.newWalk(s, errors, nil)
		w.valueSpec(s)
	}
	return true
}

func (r *repairer) typeSpec(s *ast.TypeSpec, at level) {
	r.fields(s.TypeParams)
	s.Type = r.typ(s.Type)
	switch {
	case s.Assign.IsValid():
		if at >= declarations {
			s.Type = r.unknownType(s.Type)
		}
	case at >= declarations || r.isUnknownSyntax(s.Type):
		// A struct: methods can be declared on it.
		pos := s.Type.Pos()
		s.Type = &ast.StructType{Struct: pos, Fields: &ast.FieldList{Opening: pos, Closing: pos}}
	}
}

// variable returns what makes a variable of a constant.
func (r *repairer) variable(name *ast.Ident) *ast.ValueSpec {
	r.used = true
	value := r.stands.value(name, []types.Type{r.Info.TypeOf(name)}, nil)
	return &ast.ValueSpec{Names: []*ast.Ident{name}, Values: []ast.Expr{value}}
}

// constants repairs declarations of constants. One whose value is not known becomes a variable.
func (r *repairer) constants(d *ast.GenDecl, errors map[ast.Node][]token.Pos) bool {
	for _, s := range d.Specs {
		spec := s.(*ast.ValueSpec)
		if !r.affected(spec, errors[spec]) {
			continue
		}
		vars := &ast.GenDecl{TokPos: spec.Pos(), Tok: token.VAR}
		for i, name := range spec.Names {
			vars.Specs = append(vars.Specs, r.variable(name))
			spec.Names[i] = &ast.Ident{NamePos: name.Pos(), Name: "_"}
		}
		spec.Type = nil
		spec.Values = nil
		for _, name := range spec.Names { // in its place, so that those after it keep their iota
			spec.Values = append(spec.Values, &ast.BasicLit{ValuePos: name.Pos(), Kind: token.INT, Value: "0"})
		}
		r.typeVars = append(r.typeVars, vars)
	}
	return true
}
