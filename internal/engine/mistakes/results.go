package mistakes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// unreturned finds Results that ask for the request again and that nothing reads after they are set: the function returns others.
// droppedresults, forgets.
func (p *program) unreturned(decl *ast.FuncDecl) {
	if !known.ReturnsResult(p.info.Defs[decl.Name].(*types.Func).Signature()) {
		return
	}
	for assign := range syntax.All[*ast.AssignStmt](decl.Body) {
		to, value := syntax.Assigned(assign)
		lit, ok := syntax.Address(value).(*ast.CompositeLit)
		v := syntax.Var(p.info, to)
		if v == nil || !ok || v.IsField() || !known.IsResult(code.Deref(v.Type())) || v.Pos() < decl.Pos() || v.Pos() > decl.End() ||
			!slices.ContainsFunc(syntax.FieldValues(lit), func(e ast.Expr) bool {
				given := p.info.Types[e].Value
				return given == nil || given.ExactString() != "false" && given.ExactString() != "0"
			}) {
			continue
		}
		returns, reads := false, false
		for n := range ast.Preorder(decl.Body) {
			switch n := n.(type) {
			case *ast.Ident:
				reads = reads || n.Pos() > assign.End() && p.info.Uses[n] == types.Object(v)
			case *ast.ReturnStmt:
				if n.Pos() > assign.End() {
					returns = true
					reads = reads || len(n.Results) > 0 && !p.saysDone(n)
				}
			case *ast.ForStmt, *ast.RangeStmt: // the next round may read it
				reads = reads || syntax.Within(n, assign) && syntax.Mentions(p.info, n, v)
			}
		}
		if returns && !reads && !p.kept(decl, v) {
			p.found(Mistake{Kind: Unreturned, Pos: assign.Pos(), Text: v.Name()})
		}
	}
}

// replaced finds functions that are deferred to put another Result in the place of the one that is returned, which may ask for the request
// again. droppedresults, saves.
func (p *program) replaced(decl *ast.FuncDecl) {
	fn := p.info.Defs[decl.Name].(*types.Func)
	if !known.ReturnsResult(fn.Signature()) {
		return
	}
	named := fn.Signature().Results().At(0)
	for later := range syntax.All[*ast.DeferStmt](decl.Body) {
		lit, ok := ast.Unparen(later.Call.Fun).(*ast.FuncLit)
		if !ok {
			continue
		}
		for set := range syntax.All[*ast.AssignStmt](lit.Body) {
			if len(set.Rhs) == 2 && !syntax.Is(set.Rhs[1], "nil") && syntax.Var(p.info, set.Rhs[1]) != nil {
				continue // an error, which brings the request back: requeueerror, deferredSound
			}
			if len(set.Lhs) == 2 && syntax.Var(p.info, set.Lhs[0]) == named && set.Tok == token.ASSIGN &&
				syntax.AnyNow(decl.Body, func(ret *ast.ReturnStmt) bool { return ret.Pos() > later.End() && delays(ret) }) &&
				len(slices.Collect(syntax.Uses(p.pass, named))) == 1 {
				p.found(Mistake{Kind: Overwritten, Pos: set.Pos(), Text: named.Name()})
				return
			}
		}
	}
}

// delays reports whether a return writes a delay down, after which the request is to come back.
func delays(ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return false
	}
	lit, ok := syntax.Address(ret.Results[0]).(*ast.CompositeLit)
	return ok && syntax.Field(lit, "RequeueAfter") != nil
}

// saysDone reports whether a return hands back a Result that is written down as empty, and no error: another brings the request back, too.
func (p *program) saysDone(ret *ast.ReturnStmt) bool {
	return isEmpty(ret) && syntax.Is(ret.Results[1], "nil")
}

// shadowed finds variables for a delay or a Result that are declared without one, never set, and returned: := makes another one of that
// name in a block, which says when the request is to come back. droppedresults, shadows.
func (p *program) shadowed(decl *ast.FuncDecl) {
	var empty []*ast.Ident
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if len(n.Names) == 1 && len(n.Values) == 0 {
				empty = append(empty, n.Names[0])
			}
		case *ast.AssignStmt:
			to, value := syntax.Assigned(n)
			id, ok := to.(*ast.Ident)
			if lit, made := value.(*ast.CompositeLit); ok && made && n.Tok == token.DEFINE && len(lit.Elts) == 0 {
				empty = append(empty, id)
			}
		}
	}
	for _, id := range empty {
		v, ok := p.info.Defs[id].(*types.Var)
		if !ok || symbol.OfType(v.Type()) != "time.Duration" && !known.IsResult(v.Type()) {
			continue
		}
		returned, other := false, false
		for use := range syntax.Uses(p.pass, v) {
			_, returns := use.Parent().Node().(*ast.ReturnStmt)
			returned, other = returned || returns, other || !returns
		}
		if !returned || other {
			continue
		}
		for set := range syntax.All[*ast.AssignStmt](decl.Body) {
			if !p.goesUnreturned(decl, v, set) {
				continue
			}
			for _, to := range set.Lhs {
				id, ok := to.(*ast.Ident)
				if inner, is := p.info.Defs[id].(*types.Var); ok && is && inner != v && inner.Name() == v.Name() && set.Tok == token.DEFINE &&
					types.Identical(inner.Type(), v.Type()) && v.Parent() != inner.Parent() && v.Parent().Contains(inner.Pos()) {
					p.found(Mistake{Kind: ShadowedDelay, Pos: set.Pos(), Text: v.Name()})
					return
				}
			}
		}
	}
}

// goesUnreturned reports whether what an assignment makes beside an error is returned with that alone, while the variable of its name
// around it is returned further down.
func (p *program) goesUnreturned(decl *ast.FuncDecl, outer *types.Var, set *ast.AssignStmt) bool {
	later := false
	for ret := range syntax.All[*ast.ReturnStmt](decl.Body) {
		later = later || ret.Pos() > set.End() && syntax.Mentions(p.info, ret, outer)
	}
	var inner, err *types.Var
	for _, to := range set.Lhs {
		switch v := syntax.Var(p.info, to); {
		case v == nil:
		case syntax.IsError(v.Type()):
			err = v
		case v.Name() == outer.Name():
			inner = v
		}
	}
	return later && inner != nil && !syntax.Any(decl.Body, func(ret *ast.ReturnStmt) bool {
		return syntax.Mentions(p.info, ret, inner) && !syntax.Any(decl.Body, func(branch *ast.IfStmt) bool {
			cond, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
			return ok && err != nil && cond.Op == token.NEQ && syntax.Var(p.info, cond.X) == err && syntax.Is(cond.Y, "nil") &&
				syntax.Within(branch.Body, ret)
		})
	})
}
