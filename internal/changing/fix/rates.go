package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
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
func (x *Fixer) rateFlags() []*types.Var {
	if x.flags != nil {
		return x.flags
	}
	list := make([]*types.Var, 0, 1)
	add := func(e ast.Expr) {
		if v := syntax.Var(x.pass.TypesInfo, e); v != nil && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for _, file := range x.pass.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) != len(n.Rhs) {
					continue
				}
				for i, value := range n.Rhs {
					if x.isRateFlag(value) {
						add(n.Lhs[i])
					}
				}
			case *ast.ValueSpec:
				for i, value := range n.Values {
					if len(n.Names) == len(n.Values) && x.isRateFlag(value) {
						add(n.Names[i])
					}
				}
			case *ast.CallExpr:
				if x.kindOf(n) == known.FlagVar && len(n.Args) > 1 && x.namesRate(n.Args[1]) {
					if variable := syntax.Address(n.Args[0]); variable != ast.Unparen(n.Args[0]) {
						add(variable)
					}
				}
			}
		}
	}
	x.flags = list
	return list
}

// isRateFlag reports whether an expression defines a flag with the name of the rate and returns its value: by
// one call, or by a clause and calls of its methods.
func (x *Fixer) isRateFlag(e ast.Expr) bool {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return false
		}
		switch x.kindOf(call) {
		case known.FlagPointer, known.FlagClause:
			return len(call.Args) > 0 && x.namesRate(call.Args[0])
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		e = sel.X
	}
}

func (x *Fixer) namesRate(e ast.Expr) bool {
	value := x.pass.TypesInfo.Types[e].Value
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
	return p.parsesIn(body) > p.pos
}

// parsesIn returns where a function reads the command line last, [token.NoPos] if it does not.
func (x *Fixer) parsesIn(body *ast.BlockStmt) token.Pos {
	last, done := x.parses[body]
	if done {
		return last
	}
	for call := range syntax.All[*ast.CallExpr](body) {
		if call.Pos() > last {
			if known.Parses(syntax.CalledName(x.pass.TypesInfo, call)) {
				last = call.Pos()
			}
		}
	}
	x.parses[body] = last
	return last
}
