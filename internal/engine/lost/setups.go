package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// setUps returns the functions of the package that run once, before the manager starts: those that speak of a manager or a builder, main,
// and what they call but for what a pass runs.
func (c *finder) setUps() map[*types.Func]bool {
	var all ssacode.Set[*types.Func]
	for fn := range c.decls {
		if fn.Name() == "main" && known.Imports(c.pass.Pkg, known.ControllerRuntime, known.Manager) || c.setsUpIn(fn) {
			all.Add(fn)
		}
	}
	all.Spread(func(fn *types.Func) {
		syntax.AnyNow(c.decls[fn].Body, func(call *ast.CallExpr) bool {
			if called := syntax.Called(c.info, call); c.decls[called] != nil && !c.inPass().own[called] {
				all.Add(called)
			}
			return false
		})
	})
	return all.Has
}

// setsUpIn reports whether a function, or a function literal in it, is handed a manager or a builder.
func (c *finder) setsUpIn(fn *types.Func) bool {
	return setsUp(fn.Signature()) || syntax.Any(c.decls[fn], func(lit *ast.FuncLit) bool {
		sig, ok := c.info.TypeOf(lit).(*types.Signature)
		return ok && setsUp(sig)
	})
}

// setsUp reports whether a function is handed a manager, or a builder of a controller.
func setsUp(sig *types.Signature) bool {
	return syntax.AnyType(sig.Params(), func(t types.Type) bool {
		t = code.Deref(t)
		return known.IsManager(t) || symbol.OfType(t).In(known.Builder)
	})
}

// findNotSetUp finds what is left out for any error of a request while the program starts, such as a watch, as if there were nothing to
// watch: it is missing until the program starts again. See losterrors/setups.
func (f *function) findNotSetUp(result *Result) {
	own, strict := f.setsUpIn(f.fn), sync.OnceValue(f.endsForErrors)
	for at := range f.at.Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil)) {
		list, _ := syntax.Statements(at.Node())
		for i, s := range list {
			branch, ok := s.(*ast.IfStmt)
			if !ok || syntax.InLiteral(at) {
				continue
			}
			err, without := f.leftOutWhere(branch)
			if err == nil || f.usedIn(list[i+1:], err) || !f.doesNoMore(without, err) ||
				syntax.Any(branch, func(asks *ast.IfStmt) bool { return asks != branch && f.mentions(asks.Cond, err) }) {
				continue
			}
			ret, leaves := syntax.Last[*ast.ReturnStmt](without)
			if leaves && (f.fn.Name() == "main" || f.tellsCaller(ret, err) || len(ret.Results) > 0 && !own && !f.returns) {
				continue // the program ends, or the caller hears of it
			}
			call := f.given(branch, list[:i], err)
			if call == nil || f.optional(branch, without, list, i) {
				continue
			}
			lost := Error{Pos: branch.Pos(), Call: f.written(call), How: NotSetUp, Noted: true}
			if !f.setsSomethingUp(call) || len(without) == 0 && f.notNil(branch.Cond) == nil && !syntax.Any(branch.Body, f.addsToSetUp) {
				v := f.goesOnWithout(branch, call, list, i, without)
				if v == nil || !strict() {
					continue
				}
				lost.Other = v.Name()
			}
			result.Errors = append(result.Errors, lost)
		}
	}
}

// optional reports whether what a call returns beside the error is set otherwise where that is there, or asked for nil after it.
func (f *function) optional(branch *ast.IfStmt, without, list []ast.Stmt, i int) bool {
	to, _ := setIn(setter(branch, list[:i]))
	v := syntax.Var(f.info, to[0])
	set := func(s ast.Stmt) bool { return f.mentions(s, v) }
	asked := func(s ast.Stmt) bool {
		return syntax.Any(s, func(asks *ast.BinaryExpr) bool { return isNil(asks.Y) && syntax.Var(f.info, asks.X) == v })
	}
	return v != nil && branch.Init == nil && f.errorOf(to[0]) == nil &&
		(slices.ContainsFunc(without, set) || slices.ContainsFunc(list[i+1:], asked))
}

// goesOnWithout returns the variable that a call has not set where it fails, if the branch for that, the statement at i of a list, only
// tells of it and what comes after uses the variable: it is nil there, or false as if the answer were no.
func (f *function) goesOnWithout(branch *ast.IfStmt, call *ast.CallExpr, list []ast.Stmt, i int, without []ast.Stmt) *types.Var {
	from := setter(branch, list[:i])
	to, _ := setIn(from)
	if len(to) != 2 || len(without) == 0 || branch.Else != nil || f.explainedIn(from.Pos(), branch.End()) ||
		syntax.Announced(branch, branch.Pos(), branch.End()) {
		return nil
	}
	v := syntax.Var(f.info, to[0])
	if inner := f.ofPackage(call); v == nil || inner != nil && inner.hasDefault() ||
		slices.ContainsFunc(without, func(s ast.Stmt) bool { return f.mentions(s, v) }) {
		return nil
	}
	_, points := v.Type().Underlying().(*types.Pointer)
	if !points && !syntax.IsBool(v.Type()) && !types.IsInterface(v.Type()) {
		return nil // an empty text or number may be meant
	}
	at := slices.IndexFunc(list[i+1:], func(s ast.Stmt) bool { return f.mentions(s, v) })
	if at < 0 {
		return nil
	}
	first := list[i+1+at]
	to, _ = setIn(first)
	again := slices.ContainsFunc(to, func(e ast.Expr) bool { return syntax.Var(f.info, e) == v })
	asked := syntax.Any(first, func(asks *ast.BinaryExpr) bool { return isNil(asks.Y) && f.mentions(asks.X, v) })
	served := syntax.Any(first, func(call *ast.CallExpr) bool {
		of, _ := syntax.Selected(call.Fun)
		inner := f.ofPackage(call)
		return syntax.Var(f.info, of) == v && inner != nil && inner.servesNil()
	})
	if again || asked || served {
		return nil
	}
	return v
}

// hasDefault reports whether a function returns something else than nothing beside an error: losterrors/setups, orDefault.
func (f *function) hasDefault() bool {
	return syntax.AnyNow(f.decl.Body, func(ret *ast.ReturnStmt) bool {
		last := len(ret.Results) - 1
		return last > 0 && !isNil(ret.Results[last]) && !f.isEmpty(ret.Results[0], ret.Pos())
	})
}

// servesNil reports whether a method asks whether what it belongs to is nil: losterrors/setups, servesNil.
func (f *function) servesNil() bool {
	recv := f.sig.Recv()
	return recv != nil && syntax.Any(f.decl.Body, func(asks *ast.BinaryExpr) bool {
		return isNil(asks.Y) && syntax.Var(f.info, asks.X) == recv
	})
}

// endsForErrors reports whether the function ends, or the program, for most of the errors that it asks for.
func (f *function) endsForErrors() bool {
	ends, goesOn := 0, 0
	for branch := range syntax.All[*ast.IfStmt](f.decl.Body) {
		if err, without := f.leftOutWhere(branch); err != nil && len(without) > 0 {
			if leaves(branch.Body) || f.endsProgram(branch.Body) {
				ends++
			} else {
				goesOn++
			}
		}
	}
	return ends > goesOn && ends > 1
}

// endsProgram reports whether a statement ends the program.
func (f *function) endsProgram(s ast.Stmt) bool {
	return syntax.AnyNow(s, func(call *ast.CallExpr) bool {
		fn := syntax.Called(f.info, call)
		return syntax.Is(call.Fun, "panic") || fn != nil && known.Ends(symbol.Of(fn))
	})
}

// tellsCaller reports whether a return hands on something that is not empty, or an error that is the named result: losterrors/setups,
// Named.
func (f *function) tellsCaller(ret *ast.ReturnStmt, err *types.Var) bool {
	if len(ret.Results) == 0 {
		return err.Kind() == types.ResultVar
	}
	return !f.isEmpty(ret.Results[len(ret.Results)-1], ret.Pos())
}

// setsSomethingUp reports whether a call sets a controller up, or asks another process for what there is to set up.
func (f *function) setsSomethingUp(call *ast.CallExpr) bool {
	maps := func(call *ast.CallExpr) bool { return known.MapsKinds(syntax.CalledName(f.info, call)) }
	fn, inner := syntax.Called(f.info, call), f.ofPackage(call)
	return fn != nil && (setsUp(fn.Signature()) || fn.Name() == "IndexField" || maps(call) ||
		inner != nil && syntax.Any(inner.decl.Body, maps) ||
		f.goesFar(call) && !(known.Requests(fn) && f.reads(call))) // of objects, such as those to work on
}

// addsToSetUp reports whether a call sets something up itself: a method of a builder, or a function that is handed one, or a manager.
func (f *function) addsToSetUp(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	return fn != nil && (setsUp(fn.Signature()) || symbol.Of(fn).In(known.Builder))
}

// leftOutWhere returns the error that a branch asks for, perhaps beside what else the call answers, and what is done where it is there.
func (f *function) leftOutWhere(branch *ast.IfStmt) (*types.Var, []ast.Stmt) {
	conds, all := []ast.Expr{branch.Cond}, token.ILLEGAL
	if both, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr); ok && (both.Op == token.LAND || both.Op == token.LOR) {
		conds, all = []ast.Expr{both.X, both.Y}, both.Op
	}
	for _, cond := range conds {
		switch err, by := f.againstNil(cond); {
		case err == nil:
		case by == token.NEQ && all != token.LAND:
			return err, branch.Body.List
		case by == token.EQL && all != token.LOR && branch.Else != nil:
			return err, []ast.Stmt{branch.Else}
		case by == token.EQL && all != token.LOR:
			return err, nil
		}
	}
	return nil, nil
}
