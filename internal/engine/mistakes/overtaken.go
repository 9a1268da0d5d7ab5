package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// overtaken finds delays that are set in a branch, and in whose place what follows that puts others, without a look at them: nobody hears
// of the first ones. droppedresult, overtakes.
func (p *program) overtaken(decl *ast.FuncDecl) {
	if !known.ReturnsResult(p.info.Defs[decl.Name].(*types.Func).Signature()) {
		return
	}
	var follow func(list []ast.Stmt, outer [][]ast.Stmt)
	follow = func(list []ast.Stmt, outer [][]ast.Stmt) {
		for i, s := range list {
			rest := append([][]ast.Stmt{list[i+1:]}, outer...)
			switch s := s.(type) {
			case *ast.AssignStmt:
				if v, delay := p.delayIn(decl, s); v != nil && !p.kept(decl, v) {
					p.overtakes(s, v, delay, rest)
				}
			case *ast.BlockStmt:
				follow(s.List, rest)
			case *ast.IfStmt:
				follow(s.Body.List, rest)
				if s.Else != nil {
					follow([]ast.Stmt{s.Else}, rest)
				}
			case *ast.SwitchStmt:
				for _, c := range s.Body.List {
					follow(c.(*ast.CaseClause).Body, rest)
				}
			case *ast.ForStmt:
				follow(s.Body.List, nil)
			case *ast.RangeStmt:
				follow(s.Body.List, nil)
			}
		}
	}
	follow(decl.Body.List, nil)
}

// delayIn returns the variable of a function in which an assignment puts a delay after which the request is to come back, and the delay.
func (p *program) delayIn(decl *ast.FuncDecl, set *ast.AssignStmt) (*types.Var, ast.Expr) {
	to, value := syntax.Assigned(set)
	v := syntax.Root(p.info, to)
	if v == nil || v.Pos() < decl.Pos() || v.Pos() > decl.End() {
		return nil, nil
	}
	_, name := syntax.Selected(to)
	lit, _ := ast.Unparen(value).(*ast.CompositeLit)
	whole := syntax.Var(p.info, to) == v
	switch {
	case known.IsResult(v.Type()) && name == "RequeueAfter":
	case known.IsResult(v.Type()) && whole && lit != nil:
		value = syntax.Field(lit, "RequeueAfter")
	case symbol.OfType(v.Type()) == "time.Duration" && whole && syntax.Any(decl.Body, func(pair *ast.KeyValueExpr) bool {
		return syntax.Is(pair.Key, "RequeueAfter") && syntax.Var(p.info, pair.Value) == v
	}):
	default:
		return nil, nil
	}
	if value == nil || p.lengthOf(value) == 0 {
		return nil, nil
	}
	return v, value
}

// lengthOf returns a constant delay, -1 for one that is not constant.
func (p *program) lengthOf(delay ast.Expr) int64 {
	if n, ok := syntax.Integer(p.info, delay); ok {
		return n
	}
	return -1
}

// kept reports whether a variable may be read where nothing names it: by a return without results, a function literal or a pointer.
func (p *program) kept(decl *ast.FuncDecl, v *types.Var) bool {
	return syntax.Any(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return len(n.Results) == 0 && v.Kind() == types.ResultVar
		case *ast.FuncLit, *ast.DeferStmt, *ast.LabeledStmt:
			return syntax.Mentions(p.info, n, v)
		case *ast.UnaryExpr:
			return n.Op == token.AND && syntax.Var(p.info, n.X) == v
		}
		return false
	})
}

// overtakes looks at what follows the branch in which a delay is set.
func (p *program) overtakes(set *ast.AssignStmt, v *types.Var, delay ast.Expr, rest [][]ast.Stmt) {
	for level, list := range rest {
		for _, s := range list {
			later, sets := s.(*ast.AssignStmt)
			switch {
			case sets && level > 0 && p.putsInstead(later, v):
				if n, first := p.delayOf(later), p.lengthOf(delay); n <= 0 || first < 0 || n > first { // else it comes back as soon
					p.found(Mistake{Kind: Overtaken, Pos: set.Pos(), Text: v.Name(), Expr: later.Lhs[0]})
				}
				return
			case syntax.Mentions(p.info, s, v) || breaks(s):
				return
			}
			if _, returns := s.(*ast.ReturnStmt); returns {
				return
			}
		}
	}
}

// putsInstead reports whether an assignment gives a variable another delay, whatever it has.
func (p *program) putsInstead(set *ast.AssignStmt, v *types.Var) bool {
	return set.Tok == token.ASSIGN && slices.ContainsFunc(set.Lhs, func(to ast.Expr) bool {
		_, name := syntax.Selected(to)
		return syntax.Var(p.info, to) == v || name == "RequeueAfter" && syntax.Root(p.info, to) == v
	}) && !slices.ContainsFunc(set.Rhs, func(value ast.Expr) bool { return syntax.Mentions(p.info, value, v) })
}

// delayOf returns the delay that an assignment sets, 0 for none and -1 for one that is not constant.
func (p *program) delayOf(set *ast.AssignStmt) int64 {
	_, value := syntax.Assigned(set)
	if lit, ok := value.(*ast.CompositeLit); ok {
		if value = syntax.Field(lit, "RequeueAfter"); value == nil {
			return 0
		}
	}
	return p.lengthOf(value)
}

// breaks reports whether a statement may leave what is around it other than by a return or for the next round: droppedresult, brokenOff.
func breaks(s ast.Stmt) bool {
	return syntax.AnyNow(s, func(leave *ast.BranchStmt) bool { return leave.Tok != token.CONTINUE })
}
