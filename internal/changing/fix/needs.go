package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/model"
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
			for _, s := range p.sources(v, 0) {
				s.Fields = append(s.Fields[:len(s.Fields):len(s.Fields)], fields...)
				n.Sources = append(n.Sources, s)
			}
		}
	}
	c.Conditions.Needs = append(c.Conditions.Needs, n)
}

// isFlag reports whether a variable holds a flag with the name of the rate.
func (p *place) isFlag(v *types.Var) bool {
	return slices.Contains(p.rateFlags(), v)
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

// mostAliases is how many variables in a row are followed that only have the value of another.
const mostAliases = 4

// sources returns how the analysis of a run knows a variable at the place.
func (p *place) sources(v *types.Var, depth int) []model.Source {
	decl, fn := p.functionOf(v)
	if decl == nil || depth > mostAliases {
		return nil
	}
	at := p.pass.Fset.Position(v.Pos())
	// One whose address is taken is known whatever is done with it.
	list := []model.Source{{Func: fn, Root: host.VarAt(at.Line, at.Column)}}
	defined := p.givenIn(decl)[v]
	switch {
	case v.Kind() == types.ParamVar || v.Kind() == types.RecvVar:
		if defined.times == 0 {
			list = append(list, model.Source{Func: fn, Root: v.Name()})
		}
	case defined.times == 1 && defined.last.value != nil:
		list = append(list, p.valueSources(fn, defined.last, depth)...)
	}
	return list
}

// valueSources returns how a value is known that a variable is given once.
func (p *place) valueSources(fn string, d definition, depth int) []model.Source {
	switch e := ast.Unparen(d.value).(type) {
	case *ast.CallExpr:
		at := p.pass.Fset.Position(calleePos(e))
		root := host.VarAt(at.Line, at.Column)
		if d.of > 1 {
			root = host.ResultAt(root, d.n)
		}
		return []model.Source{{Func: fn, Root: root}}
	case *ast.Ident:
		if v, ok := p.pass.TypesInfo.Uses[e].(*types.Var); ok {
			return p.sources(v, depth+1)
		}
	case *ast.SelectorExpr:
		sel := p.pass.TypesInfo.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal {
			return nil
		}
		inner := p.valueSources(fn, definition{value: e.X, of: 1}, depth+1)
		fields, _, ok := p.fields(p.pass.TypesInfo.TypeOf(e.X), []string{e.Sel.Name})
		if !ok {
			return nil
		}
		for i := range inner {
			inner[i].Fields = append(inner[i].Fields[:len(inner[i].Fields):len(inner[i].Fields)], fields...)
		}
		return inner
	}
	return nil
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

// changed calls f for each variable of which a node changes a part, or hands out the address.
func (x *Fixer) changed(n ast.Node, f func(*types.Var)) {
	part := func(e ast.Expr) {
		if _, whole := ast.Unparen(e).(*ast.Ident); !whole {
			f(x.holder(e))
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			part(left)
		}
	case *ast.IncDecStmt:
		part(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			f(x.holder(n.X))
		}
	case *ast.SelectorExpr: // a method that takes the address
		sel := x.pass.TypesInfo.Selections[n]
		if sel == nil || sel.Kind() != types.MethodVal {
			return
		}
		_, byPointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
		if _, isPointer := x.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Pointer); byPointer && !isPointer {
			f(x.holder(n.X))
		}
	}
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

// A definition is what a variable is given: result n of as many as value has.
type definition struct {
	value ast.Expr
	n, of int
}

// A given is the last thing that a variable is given in a function, and how often it, or a part of it, is given
// something or may be.
type given struct {
	last  definition
	times int
}

// givenIn returns what the variables of a function are given in it.
func (x *Fixer) givenIn(function ast.Node) map[*types.Var]given {
	if known := x.given[function]; known != nil {
		return known
	}
	all := make(map[*types.Var]given)
	x.given[function] = all
	give := func(left []ast.Expr, right []ast.Expr) {
		for i, l := range left {
			id, ok := ast.Unparen(l).(*ast.Ident)
			if !ok {
				continue
			}
			v, ok := x.pass.TypesInfo.ObjectOf(id).(*types.Var)
			if !ok {
				continue
			}
			g := all[v]
			g.times++
			switch {
			case len(right) == len(left):
				g.last = definition{right[i], 0, 1}
			case len(right) == 1:
				g.last = definition{right[0], i, len(left)}
			}
			all[v] = g
		}
	}
	ast.Inspect(function, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			give(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			left := make([]ast.Expr, len(n.Names))
			for i, name := range n.Names {
				left[i] = name
			}
			give(left, n.Values)
		case *ast.RangeStmt:
			give([]ast.Expr{n.Key, n.Value}, nil)
		case *ast.IncDecStmt:
			give([]ast.Expr{n.X}, nil)
		}
		counted := make(map[*types.Var]bool) // a node counts once
		x.changed(n, func(v *types.Var) {
			if v == nil || counted[v] {
				return
			}
			counted[v] = true
			g := all[v]
			g.times++
			all[v] = g
		})
		return true
	})
	return all
}
