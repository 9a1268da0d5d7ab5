package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// need notes that a fix uses an expression that is in reach at the place: a variable or fields of one, perhaps behind
// a star. The fix may be made only where that is known to be there.
func (p *place) need(c *model.Cause, e string) {
	e = strings.TrimPrefix(e, "*")
	n := model.Need{Text: e}
	parts := strings.Split(e, ".")
	_, obj := p.scope().LookupParent(parts[0], p.pos)
	if v, ok := obj.(*types.Var); ok {
		if p.isFlag(v) && len(parts) == 1 {
			return // a flag library sees to it
		}
		fields, t, ok := p.fields(v.Type(), parts[1:])
		n.Number = ok && isInt(t)
		if ok {
			for _, s := range p.sources(v) {
				s.Fields = append(s.Fields[:len(s.Fields):len(s.Fields)], fields...)
				n.Sources = append(n.Sources, s)
			}
		}
	}
	c.Conditions.Needs = append(c.Conditions.Needs, n)
}

// isFlag reports whether a variable holds a flag with the name of the rate.
func (p *place) isFlag(v *types.Var) bool {
	return memo.Of(p.flags, v, func() bool {
		set := syntax.OnlyGiven(p.pass, v)
		return set != nil && p.isRateFlag(set)
	})
}

// fields returns the fields that lead from a type along a path, with the embedded ones that people leave out, and
// the type of the last.
func (p *place) fields(t types.Type, names []string) ([]string, types.Type, bool) {
	var list []string
	for _, name := range names {
		obj, index, _ := types.LookupFieldOrMethod(t, true, p.pass.Pkg, name)
		if v, ok := obj.(*types.Var); !ok || !v.IsField() {
			return nil, nil, false
		}
		for _, i := range index {
			s, ok := code.Deref(t).Underlying().(*types.Struct)
			if !ok {
				return nil, nil, false
			}
			list = append(list, s.Field(i).Name())
			t = s.Field(i).Type()
		}
	}
	return list, t, true
}

// sources returns how the analysis of a run knows a variable at the place.
func (p *place) sources(v *types.Var) []model.Source {
	decl, fn := p.functionOf(v)
	if decl == nil {
		return nil
	}
	if list, known := p.known[v]; known {
		return list
	}
	at := p.pass.Fset.Position(v.Pos())
	// One whose address is taken is known whatever is done with it.
	list := []model.Source{{Func: fn, Root: host.VarAt(at.Line, at.Column)}}
	given := slices.Collect(syntax.Given(p.pass.TypesInfo, decl, v))
	switch {
	case p.changes(decl, v):
	case len(given) == 0 && (v.Kind() == types.ParamVar || v.Kind() == types.RecvVar):
		list = append(list, model.Source{Func: fn, Root: v.Name()})
	case len(given) == 1 && given[0] != nil:
		if call, ok := ast.Unparen(given[0]).(*ast.CallExpr); ok {
			at := p.pass.Fset.Position(syntax.NamePos(syntax.Callee(call)))
			list = append(list, model.Source{Func: fn, Root: host.VarAt(at.Line, at.Column)})
		}
	}
	p.known[v] = list
	return list
}

// functionOf returns the function that declares a variable, around the place, and its name in what is known of a run.
func (p *place) functionOf(v *types.Var) (ast.Node, string) {
	for _, n := range p.path {
		var at token.Pos
		switch n := n.(type) {
		case *ast.FuncDecl:
			at = n.Name.Pos()
		case *ast.FuncLit:
			at = n.Type.Func
		default:
			continue
		}
		if n.Pos() <= v.Pos() && v.Pos() < n.End() {
			pos := p.pass.Fset.Position(at)
			return n, host.FuncAt(p.pass.Pkg.Path(), code.Pos{Place: code.PlaceOf(pos)})
		}
	}
	return nil, ""
}

// changes reports whether a function may change a part of a variable, or hands out its address.
func (p *place) changes(function ast.Node, v *types.Var) bool {
	part := func(e ast.Expr) bool {
		_, whole := ast.Unparen(e).(*ast.Ident)
		return !whole && p.holder(e) == v
	}
	return syntax.Any(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, part)
		case *ast.IncDecStmt:
			return part(n.X)
		case *ast.UnaryExpr:
			return n.Op == token.AND && p.holder(n.X) == v
		case *ast.SelectorExpr: // a method that takes the address
			sel := p.pass.TypesInfo.Selections[n]
			if sel == nil || sel.Kind() != types.MethodVal {
				return false
			}
			_, byPointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
			_, isPointer := p.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Pointer)
			return byPointer && !isPointer && p.holder(n.X) == v
		}
		return false
	})
}

// holder returns the variable that holds what an expression selects, nil if a pointer leads there.
func (x *Fixer) holder(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := x.pass.TypesInfo.ObjectOf(e).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if sel := x.pass.TypesInfo.Selections[e]; sel == nil || sel.Indirect() {
			return nil
		}
		return x.holder(e.X)
	case *ast.IndexExpr:
		if _, isArray := x.pass.TypesInfo.TypeOf(e.X).Underlying().(*types.Array); isArray {
			return x.holder(e.X)
		}
	}
	return nil
}
