package lost

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// looksAt reports whether an instruction does more with the error of a call than to copy it, or asks after another result of that.
func (r *reading) looksAt(f *paths.Frame, p *paths.Path, instr ssa.Instruction, call *ssa.Call) bool {
	switch instr := instr.(type) {
	case *ssa.Phi, *ssa.Extract:
		return false
	case *ssa.ChangeInterface:
		if r.onlyTells(instr) {
			return false
		}
	}
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		if *op == nil || !syntax.IsError((*op).Type()) {
			return false
		}
		of := f.CallOf(p, *op)
		return of == call || of == nil && slices.Contains(paths.Origins(*op), call)
	})
}

// onlyTells reports whether a value is only handed to calls that tell of it, among what they take any number of: losterrors/unanswered,
// logged.
func (r *reading) onlyTells(v *ssa.ChangeInterface) bool {
	quiet := func(call ssa.Instruction) bool { _, quiet := r.stands(call); return quiet }
	return len(*v.Referrers()) > 0 && every(*v.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		if !ok {
			return false
		}
		at, ok := store.Addr.(*ssa.IndexAddr)
		return ok && every(*at.X.Referrers(), func(use ssa.Instruction) bool {
			list, ok := use.(*ssa.Slice)
			return !ok || every(*list.Referrers(), quiet)
		})
	})
}

// replaces notes that the error of a call takes the place of others at which nobody has looked, or that deferred functions see no more.
func (r *reading) replaces(p *paths.Path, call *ssa.Call) {
	err := r.setTo(call)
	if err == nil {
		return
	}
	for call, m := range marked(p) {
		if (m&unread != 0 || m&present != 0 && r.defers) && m&replaced == 0 && r.setTo(call) == err {
			mark(p, call, m|replaced)
		}
	}
}

// setTo returns the variable that is set to the error of a call, nil for none. Every path asks it.
func (r *reading) setTo(call *ssa.Call) *types.Var {
	return memo.Of(r.setsTo, call, func() *types.Var {
		err, _ := r.setByCall(r.stmts[r.calls[call.Pos()]])
		return err
	})
}

// isWorth reports whether somebody should look at the error of a call.
func (r *reading) isWorth(call *ssa.Call) bool {
	return memo.Of(r.worth, call, func() bool {
		at := r.calls[call.Pos()]
		return at != nil && syntax.ReturnsError(call.Call.Signature()) && r.stmts[at] != nil && r.mayFail(at)
	})
}

// throws reports whether the code throws the error of a call away.
func (r *reading) throws(call *ssa.Call) bool {
	assign, ok := r.stmts[r.calls[call.Pos()]].(*ast.AssignStmt)
	return !ok || syntax.Is(assign.Lhs[len(assign.Lhs)-1], "_")
}

// mayFail reports whether the error of a call may be another one than nil, as far as that can be told.
func (f *function) mayFail(call *ast.CallExpr) bool {
	fn := syntax.Called(f.info, call)
	if slices.ContainsFunc(call.Args, f.isError) && // else it may be made of that: lost.txt, what is left of an error
		(fn == nil || !f.asksFar(fn) || f.ofPackage(call) != nil && f.ofPackage(call).handsOver()) {
		return false
	}
	return fn == nil || fn.Pkg() == nil || strings.Contains(fn.Pkg().Path(), ".") && !f.neverFails(fn.Origin()) &&
		(fn.Signature().Recv() != nil || len(call.Args) > 0 || f.asksFar(fn)) // else it may be there to declare the variable
}

// unlooked returns what is lost where nobody looks at the error of a call: it is thrown away, or another one takes its place.
func (r *reading) unlooked(e ending) (Error, bool) {
	call := r.calls[e.call.Pos()]
	s := r.stmts[call]
	lost := Error{Pos: s.Pos(), Call: r.written(call), How: Overwritten, Reconciles: true}
	if !r.throws(e.call) {
		err, _ := r.setByCall(s)
		lost.Noted = r.looked[e.call] // on another path
		if ret := r.rets[e.ret.Pos()]; e.marks&replaced == 0 && err != nil && err != r.named() && r.changes(call) &&
			(!r.looked[e.call] || !r.readsBetween(err, s, ret)) { // what nobody comes to reads nothing: lost.txt, asks the other one
			lost.How, lost.Reconciles = ThrownAway, false // on this path
			return lost, !r.deferredUses(err, r.decl.End()) && r.runs() && r.goesFar(call)
		}
		return lost, e.marks&replaced != 0 && err != nil && !r.deferredUses(err, r.decl.End()) && (!e.maybe || r.returned(e.ret) == err) &&
			!r.explainedIn(s.Pos(), s.End())
	}
	lost.How, lost.Reconciles, lost.Final = ThrownAway, r.reconciles && !r.reads(call), e.final
	worth := r.reads(call) || r.usesRest(s) || (r.ofPackage(call) != nil || r.changes(call)) && (e.final || !r.meansIt(s, call))
	return lost, worth && (!e.maybe || r.returned(e.ret) == nil) && r.runs() && r.thrownAway(s) != nil && r.goesFar(call) &&
		!syntax.AnyType(e.call.Call.Signature().Results(), isAnswer) && !r.explainedIn(s.Pos(), s.End())
}

// usesRest reports whether a statement keeps what else a call returned beside the error that it throws away: losterrors/told, isBusy.
func (r *reading) usesRest(s ast.Stmt) bool {
	assign, ok := s.(*ast.AssignStmt)
	return ok && slices.ContainsFunc(assign.Lhs, func(to ast.Expr) bool { return !syntax.Is(to, "_") })
}

// readsBetween reports whether the code does more with an error than to tell of it, between where it is set and the end of a return.
func (r *reading) readsBetween(err *types.Var, set ast.Stmt, ret *ast.ReturnStmt) bool {
	return ret.Pos() < set.End() || syntax.Any(r.decl.Body, func(id *ast.Ident) bool {
		uses := set.End() <= id.Pos() && id.Pos() < ret.End() && r.info.Uses[id] == types.Object(err)
		return uses && !slices.ContainsFunc(r.quiet, func(n ast.Node) bool {
			_, tells := n.(*ast.ExprStmt)
			return tells && syntax.Within(n, id)
		})
	})
}

// returned returns the variable with the error that the function returns, nil if that is in none.
func (r *reading) returned(ret *ssa.Return) *types.Var {
	at := r.rets[ret.Pos()]
	if len(at.Results) == 0 {
		return r.named()
	}
	return r.errorOf(syntax.LastResult(at))
}

// meansIt reports whether a statement throws away the error of the write of a status on purpose: who writes _ = there means it, but for a
// reconciler. Where that tells of an error, more is said of the error.
func (r *reading) meansIt(s ast.Stmt, call *ast.CallExpr) bool {
	if !r.isStatusWrite(call) {
		return false
	}
	_, says := s.(*ast.AssignStmt)
	at, found := r.at.FindNode(s)
	if says && !known.ReturnsResult(r.sig) || !found {
		return true
	}
	failed, ok := at.Parent().Parent().Node().(*ast.IfStmt)
	return ok && r.notNil(failed.Cond) != nil
}

// thrownAway returns the call of a statement that throws its error away: that of a read with what else it returns, or of a write.
func (f *function) thrownAway(s ast.Stmt) *ast.CallExpr {
	if call := f.thrown(s); call != nil {
		return call
	}
	assign, call := syntax.OfCall(s)
	if assign == nil || !syntax.Is(assign.Lhs[len(assign.Lhs)-1], "_") {
		return nil
	}
	if fn := syntax.Called(f.info, call); fn == nil || !syntax.ReturnsError(fn.Signature()) ||
		!f.reads(call) && !f.asksFar(fn) && f.source(call) != remote {
		return nil
	}
	return call
}
