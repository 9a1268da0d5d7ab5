package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// rates returns the expressions in reach whose value is the rate, by their name.
func (p *place) rates() []string {
	if p.early() {
		return nil
	}
	list := p.find(func(name string, t types.Type) bool { return known.IsRateName(name) && isInt(t) })
	for _, e := range p.find(func(name string, t types.Type) bool { return known.IsRateName(name) && isIntPointer(t) }) {
		list = append(list, "*"+e)
	}
	return list
}

// flagRates returns those that are variables which a flag with the name of the rate is kept in.
func (p *place) flagRates() []string {
	if p.early() {
		return nil
	}
	var list []string
	for _, v := range p.rateFlags() {
		if _, visible := p.scope().LookupParent(v.Name(), p.pos); visible != v {
			continue
		}
		switch {
		case isInt(v.Type()):
			list = append(list, v.Name())
		case isIntPointer(v.Type()):
			list = append(list, "*"+v.Name())
		}
	}
	return list
}

func isIntPointer(t types.Type) bool {
	pointer, ok := types.Unalias(t).(*types.Pointer)
	return ok && isInt(pointer.Elem())
}

// rateFlags returns the variables of the package and its functions that hold a flag with the name of the rate.
func (p *place) rateFlags() []*types.Var {
	var list []*types.Var
	add := func(id *ast.Ident) {
		if v, ok := p.pass.TypesInfo.ObjectOf(id).(*types.Var); ok && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for _, file := range p.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) != len(n.Rhs) {
					return true
				}
				for i, value := range n.Rhs {
					if id, ok := n.Lhs[i].(*ast.Ident); ok && p.isRateFlag(value) {
						add(id)
					}
				}
			case *ast.ValueSpec:
				for i, value := range n.Values {
					if len(n.Names) == len(n.Values) && p.isRateFlag(value) {
						add(n.Names[i])
					}
				}
			case *ast.CallExpr:
				if p.flagKind(n) == known.FlagVar && len(n.Args) > 1 && p.namesRate(n.Args[1]) {
					if pointer, ok := ast.Unparen(n.Args[0]).(*ast.UnaryExpr); ok && pointer.Op == token.AND {
						if id, ok := ast.Unparen(pointer.X).(*ast.Ident); ok {
							add(id)
						}
					}
				}
			}
			return true
		})
	}
	return list
}

// isRateFlag reports whether an expression defines a flag with the name of the rate and returns its value: by
// one call, or by a clause and calls of its methods.
func (p *place) isRateFlag(e ast.Expr) bool {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return false
		}
		switch p.flagKind(call) {
		case known.FlagPointer, known.FlagClause:
			return len(call.Args) > 0 && p.namesRate(call.Args[0])
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		e = sel.X
	}
}

func (p *place) flagKind(call *ast.CallExpr) known.Kind {
	if fn, ok := p.callee(call).(*types.Func); ok {
		return known.Func(symbol.Of(fn))
	}
	return known.None
}

func (p *place) namesRate(e ast.Expr) bool {
	value := p.pass.TypesInfo.Types[e].Value
	return value != nil && value.Kind() == constant.String && known.IsRateName(constant.StringVal(value))
}

// early reports whether the command line is not read yet at the place, so that a flag has no value but its
// default: outside of functions, in one that initialises the package, or before the call that reads it in
// the same function.
func (p *place) early() bool {
	var body *ast.BlockStmt
	for _, n := range p.path {
		switch n := n.(type) {
		case *ast.FuncLit:
			body = n.Body
		case *ast.FuncDecl:
			body = n.Body
			if n.Recv == nil && n.Name.Name == "init" {
				return true
			}
		}
		if body != nil {
			break
		}
	}
	if body == nil {
		return true
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if later, ok := n.(*ast.CallExpr); ok && later.Pos() > p.pos {
			fn, isFunc := p.callee(later).(*types.Func)
			found = found || isFunc && known.Parses(symbol.Of(fn))
		}
		return !found
	})
	return found
}
