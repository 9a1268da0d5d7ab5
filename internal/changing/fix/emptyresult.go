package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// EmptyResult suggests to return an empty Result beside an error in the return at pos, where the error is certainly one, and nobody
// but controller-runtime gets the two; or nil beside the Result, where this is for some errors only, which are told before. All are
// the returns that this is suggested for: of a variable that is left without use the Results stay as they are in all of them.
func (x *Fixer) EmptyResult(pos token.Pos, all []token.Pos) []analysis.SuggestedFix {
	p, ok := x.at(pos)
	if !ok {
		return nil
	}
	around, _ := p.around()
	function, _ := around.(*ast.FuncDecl)
	ret, ok := p.path[0].(*ast.ReturnStmt)
	result, err := p.returned(ret)
	if function == nil || !ok || result == nil {
		return nil
	}
	if told, chosen := p.chosen(err); chosen {
		if !told || !x.newCallers().returned(function) {
			return nil
		}
		return []analysis.SuggestedFix{{
			Message:   "return nil, so that the delay counts: the error is told before",
			TextEdits: []analysis.TextEdit{{Pos: err.Pos(), End: err.End(), NewText: []byte("nil")}},
		}}
	}
	if !x.newCallers().passOn(function) || p.strands(result, all) {
		return nil
	}
	var change analysis.TextEdit
	switch e := result.(type) {
	case *ast.CompositeLit:
		if len(e.Elts) == 0 || p.hasComment(e) || slices.ContainsFunc(e.Elts, p.computes) {
			return nil
		}
		change = analysis.TextEdit{Pos: e.Lbrace + 1, End: e.Rbrace}
	case *ast.Ident:
		written := p.resultType()
		if written == "" {
			return nil
		}
		change = analysis.TextEdit{Pos: e.Pos(), End: e.End(), NewText: []byte(written + "{}")}
	default:
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "return an empty Result, which changes nothing: the error alone brings the request back",
		TextEdits: []analysis.TextEdit{change},
	}}
}

// chosen reports whether the return of an error at the place is for some errors only, so that its Result was chosen for these: whether
// it stands in a branch on more than that there is an error. Told says that the branch has called something with the error before, as to
// log it.
func (p *place) chosen(e ast.Expr) (told, chosen bool) {
	var err *types.Var
	syntax.Any(e, func(id *ast.Ident) bool {
		v, ok := p.pass.TypesInfo.Uses[id].(*types.Var)
		if ok && syntax.IsError(v.Type()) {
			err = v
		}
		return err != nil
	})
	if err == nil {
		return false, false
	}
	mentions := func(n ast.Node) bool { return syntax.Mentions(p.pass.TypesInfo, n, err) }
	_, list := p.statement()
	told = slices.ContainsFunc(list, func(s ast.Stmt) bool {
		_, call := s.(*ast.ExprStmt)
		return call && s.Pos() < p.pos && mentions(s)
	})
	for _, n := range p.path {
		var conditions []ast.Expr
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return false, false
		case *ast.CaseClause:
			conditions = n.List
		case *ast.IfStmt:
			if n.Body.End() < p.pos {
				continue // in what is for all others
			}
			if tests(n.Cond, err.Name()) || tests(n.Cond, types.ExprString(e)) || syntax.Any(n.Cond, p.ignores) {
				return told, chosen
			}
			conditions = []ast.Expr{n.Cond}
		default:
			continue
		}
		chosen = true
		if slices.ContainsFunc(conditions, func(e ast.Expr) bool { return mentions(e) }) {
			return told, true
		}
	}
	return false, false
}

// ignores reports whether a node calls what leaves out errors of one kind, such as client.IgnoreNotFound.
func (p *place) ignores(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	return ok && known.Error(syntax.CalledName(p.pass.TypesInfo, call)) == known.IgnoreError
}

// returned returns the Result that a return has, and what may be an error beside it; nil if it has no such two.
func (p *place) returned(ret *ast.ReturnStmt) (result, err ast.Expr) {
	if ret == nil || len(ret.Results) < 2 {
		return nil, nil
	}
	result, err = ast.Unparen(ret.Results[len(ret.Results)-2]), ret.Results[len(ret.Results)-1]
	if !p.isResult(result) || p.pass.TypesInfo.Types[err].IsNil() {
		return nil, nil
	}
	return result, err
}

func (p *place) isResult(e ast.Expr) bool { return known.IsResult(p.pass.TypesInfo.TypeOf(e)) }

// resultType returns how the file writes the type of Results, "" if it does not.
func (p *place) resultType() (written string) {
	syntax.Any(p.file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil && p.isResult(lit) {
			written = types.ExprString(lit.Type)
		}
		return written != ""
	})
	return written
}

// computes reports whether an expression does more than to read values: whether it calls anything but
// conversions, receives from a channel, or could panic.
func (p *place) computes(e ast.Expr) bool {
	return syntax.Any(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return !p.pass.TypesInfo.Types[n.Fun].IsType()
		case *ast.UnaryExpr:
			return n.Op == token.ARROW
		case *ast.FuncLit, *ast.IndexExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			return true
		}
		return false
	})
}

// strands reports whether a variable of the function that a Result uses would have no use left, which the compiler refuses, once the
// Results of some returns are gone. An import without use is removed by whoever makes fixes.
func (p *place) strands(e ast.Expr, returns []token.Pos) bool {
	var gone []ast.Expr
	for ret := range syntax.All[*ast.ReturnStmt](p.file) {
		if result, _ := p.returned(ret); result != nil && slices.Contains(returns, ret.Pos()) {
			gone = append(gone, result)
		}
	}
	return syntax.Any(e, func(id *ast.Ident) bool {
		v, ok := p.pass.TypesInfo.Uses[id].(*types.Var)
		return ok && v.Kind() == types.LocalVar && !p.reads(v, gone)
	})
}

// reads reports whether the file uses a variable outside the expressions that go. Assigning to it is no use.
func (p *place) reads(v *types.Var, gone []ast.Expr) bool {
	assigned := make(map[ast.Expr]bool)
	return syntax.Any(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				assigned[left] = true
			}
		case *ast.Ident:
			return p.pass.TypesInfo.Uses[n] == v && !assigned[n] && !slices.ContainsFunc(gone, func(e ast.Expr) bool { return syntax.Within(e, n) })
		}
		return false
	})
}
