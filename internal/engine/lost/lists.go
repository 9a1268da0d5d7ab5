package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// looksAtList reports whether an instruction makes something of a list of errors other than to put one more into it, or to ask whether it
// has any.
func looksAtList(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Phi, *ssa.UnOp:
		return false
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok && (b.Name() == "append" || b.Name() == "len" && counts(i)) {
			return false
		}
	case *ssa.Store:
		if ownMemory(i.Addr) {
			return false
		}
	}
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		if *op == nil {
			return false
		}
		t := (*op).Type().Underlying()
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem().Underlying()
		}
		return listsErrors(t)
	})
}

// counts reports whether a length is compared with constants alone, as a loop over the list does not.
func counts(length *ssa.Call) bool {
	return every(*length.Referrers(), func(use ssa.Instruction) bool {
		cond, ok := use.(*ssa.BinOp)
		if !ok {
			return false
		}
		_, constant := cond.Y.(*ssa.Const)
		return constant && cond.Op != token.LSS
	})
}

// counted notes whether a list of errors has any.
func (r *reading) counted(p *paths.Path, cond *ssa.BinOp, holds bool) {
	for call, m := range marked(p) {
		if m&listed == 0 {
			continue
		}
		switch {
		case (cond.Op == token.GTR || cond.Op == token.NEQ) == holds:
			r.tests[call] = cond.Pos()
			mark(p, call, present)
		default:
			mark(p, call, 0)
		}
	}
}

// leftInList returns what is lost where a function puts the errors of some steps into a list, and returns nil before it looks at that.
func (r *reading) leftInList(e ending) (Error, bool) {
	call, ret := r.calls[e.call.Pos()], r.rets[e.ret.Pos()]
	if call == nil || ret == nil || r.source(call) == local || r.explainedIn(ret.Pos(), ret.End()) {
		return Error{}, false
	}
	return Error{Pos: ret.Pos(), Call: written(call), Reconciles: r.reconciles, Noted: true}, true
}

// wrapped notes whether a path wraps an error that is nil there.
func (r *reading) wrapped(f *paths.Frame, p *paths.Path, call *ssa.Call) {
	fn := ways.Called(&call.Call)
	if fn == nil {
		return
	}
	args := call.Call.Args
	switch known.Error(symbol.Of(fn)) {
	case known.FormatError:
		args = ways.Variadic(&call.Call)
	case known.WrapError:
		args = args[:min(len(args), 1)]
	case known.APIError, known.IsError:
		if madeToAsk(call) != "" {
			onEach(r.wrapsNil, call, true)
			return
		}
		left := leavesOut(args[0]) != nil
		if err := f.ErrorOf(p, args[0]); err.Is != paths.No || left {
			onEach(r.wrapsNil, call, err.Is == paths.Yes && err.Kinds == paths.Plain+" " ||
				left && err.HasKind(paths.OfAPI+"."+fn.Name()) == paths.No)
		}
		return
	default:
		if wraps := strings.HasPrefix(fn.Name(), "Wrap") && syntax.ReturnsError(fn.Signature()); wraps {
			args = args[:min(len(args), 1)] // of a package that is not known: lost.txt, wrapped elsewhere
		} else if !r.handsOn(fn) {
			return
		}
	}
	args = slices.DeleteFunc(slices.Clone(args), func(arg ssa.Value) bool { return !syntax.IsError(arg.Type()) })
	onEach(r.wrapsNil, call, len(args) > 0 && !slices.ContainsFunc(args, func(arg ssa.Value) bool {
		return ways.IsNil(arg) || f.CallOf(p, arg) == nil || f.ErrorOf(p, arg).Is != paths.No
	}))
}

// handsOn reports whether a function of the package tells of an error with words that it is handed, and returns that error whatever it is:
// nil for nil.
func (c *finder) handsOn(fn *types.Func) bool {
	decl, sig := c.decls[fn.Origin()], fn.Signature()
	var words, err *types.Var
	for v := range sig.Params().Variables() {
		if syntax.IsError(v.Type()) {
			err = v
		} else if types.Identical(v.Type(), types.Typ[types.String]) {
			words = v
		}
	}
	return decl != nil && words != nil && err != nil && syntax.ReturnsError(sig) && !syntax.Any(decl.Body, func(n ast.Stmt) bool {
		ret, ok := n.(*ast.ReturnStmt)
		assign, _ := n.(*ast.AssignStmt)
		return ok && syntax.Var(c.info, syntax.LastResult(ret)) != err ||
			assign != nil && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool { return syntax.Var(c.info, to) == err })
	})
}

// retold reports whether an error comes from a function of the package that makes one of another.
func (f *function) retold(err ssa.Value) bool {
	return slices.ContainsFunc(paths.Origins(err), func(call *ssa.Call) bool {
		inner := f.sibling(ways.Called(&call.Call))
		return inner != nil && syntax.Any(inner.decl.Body, func(call *ast.CallExpr) bool {
			return known.MakesError(syntax.CalledName(f.info, call)) && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
				return syntax.Any(arg, func(e ast.Expr) bool { return f.errorOf(e) != nil })
			})
		})
	})
}

// leavesOut returns the function that has left out some kind of an error, such as client.IgnoreNotFound, nil for none.
func leavesOut(err ssa.Value) *types.Func {
	for _, call := range paths.Origins(err) {
		if fn := ways.Called(&call.Call); fn != nil && known.Error(symbol.Of(fn)) == known.IgnoreError {
			return fn
		}
	}
	return nil
}

// madeToAsk returns the type of a pointer that is made for errors.Is alone, "" for any other question: no error is that pointer, unless its
// type or another one of its package says so by a method Is, or it has no size, so that all pointers to it may be one.
func madeToAsk(call *ssa.Call) string {
	if ways.CalledName(&call.Call) != "errors.Is" {
		return ""
	}
	asked, _ := call.Call.Args[1].(*ssa.MakeInterface)
	if asked == nil {
		return ""
	}
	made, ok := asked.X.(*ssa.Alloc)
	if !ok || made.Comment != "complit" {
		return ""
	}
	typ := code.TypeName(made.Type())
	if typ == nil {
		return ""
	}
	fields, ok := typ.Type().Underlying().(*types.Struct)
	is, _, _ := types.LookupFieldOrMethod(made.Type(), false, nil, "Is")
	others := methods.Of(typ.Pkg(), func(fn *types.Func) bool { return fn.Name() == "Is" })
	if is != nil || len(others) > 0 || !ok || fields.NumFields() == 0 {
		return ""
	}
	return types.TypeString(typ.Type(), (*types.Package).Name)
}

// nilWrapped adds the calls that wrap an error which is nil there on each path. They say more than that their return loses another one.
func (r *reading) nilWrapped(list []Error) []Error {
	for call, isNil := range r.wrapsNil {
		kind := known.Error(ways.CalledName(&call.Call))
		asks := kind == known.APIError || kind == known.IsError
		at := r.calls[call.Pos()]
		if !isNil || at == nil {
			continue
		}
		var left *types.Func
		made := madeToAsk(call)
		if asks && made == "" {
			if left = leavesOut(call.Call.Args[0]); left == nil && !r.retold(call.Call.Args[0]) {
				continue
			}
		}
		ret := r.returnOf(at)
		if end, ok := syntax.Last[*ast.ReturnStmt](r.decl.Body.List); ok && ret == end && !asks && kind != known.FormatError {
			continue // what wraps an error there may mean nil for nil
		}
		e := Error{Pos: at.Pos(), Call: written(at), How: NilWrapped}
		if asks {
			e.How, e.Told = AskedInVain, made
			if left != nil {
				e.Other = left.Name()
			}
		} else if kind != known.FormatError {
			e.Told = "nil"
		}
		if ret != nil && r.reconciles && len(ret.Results) == 2 {
			_, written := ast.Unparen(ret.Results[0]).(*ast.CompositeLit)
			e.Reconciles = written && !r.asksNothing(ret.Results[0]) // it brings the request back
		}
		list = slices.DeleteFunc(list, func(other Error) bool {
			ret := r.rets[other.Pos]
			return ret != nil && (syntax.Within(ret, at) || other.How == Mistaken && syntax.Any(r.decl.Body, func(b *ast.BlockStmt) bool {
				return slices.Contains(b.List, ast.Stmt(ret)) && syntax.Within(b, at)
			}))
		})
		list = append(list, e)
	}
	return list
}

// returnOf returns the return that a call is part of, nil for none.
func (f *function) returnOf(call *ast.CallExpr) *ast.ReturnStmt {
	for ret := range syntax.All[*ast.ReturnStmt](f.decl.Body) {
		if syntax.Within(ret, call) {
			return ret
		}
	}
	return nil
}

// nilReturned adds the returns of an error that is nil there on each path, at the end of a branch for something else that tells of an
// error.
func (r *reading) nilReturned(list []Error) []Error {
	for ret, isNil := range r.returnsNil {
		at := r.rets[ret.Pos()]
		if !isNil || at == nil || !r.runs() || slices.ContainsFunc(list, func(e Error) bool { return e.Pos == at.Pos() }) {
			continue
		}
		err := r.errorOf(syntax.LastResult(at))
		for branch := range syntax.All[*ast.IfStmt](r.decl.Body) {
			last, _ := syntax.Last[*ast.ReturnStmt](branch.Body.List)
			if last == at && err != nil && err.Pos() < branch.Pos() && !r.mentions(branch.Cond, err) &&
				!slices.ContainsFunc(branch.Body.List, func(s ast.Stmt) bool { set, _ := r.setByCall(s); return set == err }) &&
				!r.deferredUses(err, at.Pos()) && r.toldAsError(branch.Body) && !r.explainedIn(branch.Pos(), branch.End()) {
				list = append(list, Error{Pos: at.Pos(), How: NilReturned, Other: err.Name()})
			}
		}
	}
	return list
}

// findWrappedOr finds branches that are taken for an error or for something else, and return the error with more words: nil for nil, or
// words about nil. That something is nil beside a nil error may never happen, so that nobody cares for the words then.
func (f *function) findWrappedOr(result *Result) {
	for branch := range syntax.All[*ast.IfStmt](f.decl.Body) {
		either, ok := ast.Unparen(branch.Cond).(*ast.BinaryExpr)
		ret, returns := syntax.Last[*ast.ReturnStmt](branch.Body.List)
		if !ok || either.Op != token.LOR || !returns {
			continue
		}
		wrap, ok := ast.Unparen(syntax.LastResult(ret)).(*ast.CallExpr)
		err := f.notNil(either.X)
		asks := syntax.Any(branch.Body, func(inner *ast.IfStmt) bool { return f.saysNil(inner.Cond) != nil || f.notNil(inner.Cond) != nil })
		if !ok || err == nil || asks || f.mentions(either.Y, err) {
			continue
		}
		e := Error{Pos: wrap.Pos(), Call: written(wrap), How: NilWrapped, Other: types.ExprString(either.Y), Noted: true}
		switch kind := known.Error(syntax.CalledName(f.info, wrap)); {
		case kind == known.WrapError && f.errorOf(wrap.Args[0]) == err:
			e.Told = "nil"
		case kind == known.FormatError && slices.ContainsFunc(wrap.Args, func(arg ast.Expr) bool { return f.errorOf(arg) == err }) &&
			!syntax.Any(either.Y, func(e ast.Expr) bool { return isNil(e) }):
		default:
			continue
		}
		result.Errors = append(result.Errors, e)
	}
}

// ownMemory reports whether an address is in a variable of the function's own.
func ownMemory(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.IndexAddr:
		return ownMemory(a.X)
	case *ssa.FieldAddr:
		return ownMemory(a.X)
	}
	return false
}
