package lost

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// since returns what an instruction does that needs that a call went well, while its error is there.
func (r *reading) since(call *ssa.Call, instr ssa.Instruction) paths.Marks {
	switch instr.(type) {
	case *ssa.Phi, *ssa.Return, *ssa.BinOp, *ssa.If, *ssa.Extract:
		return 0
	}
	free, quiet := r.stands(instr)
	at := r.calls[instr.Pos()]
	switch {
	case free:
		return freed
	case at != nil && begins(lastName(at), "create") && r.source(at) != local:
		if branch := r.branches[r.tests[call]]; branch != nil && r.notNil(branch.Cond) != nil && syntax.Within(branch.Body, at) {
			return created | instead
		}
		return created
	case quiet || !instr.Pos().IsValid():
		return 0
	case slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		x, ok := (*op).(*ssa.Extract)
		return ok && x.Tuple == call && !syntax.IsError(x.Type())
	}):
		return used
	}
	return 0
}

// stands reports whether an instruction is part of what removes a finalizer, and of what does no more than to tell. Every path asks it.
func (r *reading) stands(instr ssa.Instruction) (free, quiet bool) {
	is := memo.Of(r.places, instr, func() [2]bool {
		in := func(list []ast.Node) bool {
			return slices.ContainsFunc(list, func(n ast.Node) bool { return n.Pos() <= instr.Pos() && instr.Pos() < n.End() })
		}
		return [2]bool{in(r.frees), in(r.quiet)}
	})
	return is[0], is[1]
}

// wentOn returns what is lost where the code goes on after it was told of an error, with what needs that there is none.
func (r *reading) wentOn(e ending) (Error, bool) {
	branch, call := r.branches[r.tests[e.call]], r.calls[e.call.Pos()]
	if e.marks&(present|handled|asked) != present || branch == nil || call == nil || r.source(call) == local ||
		!r.runs() && e.marks&instead == 0 || r.leftIn(call, branch.Body, r.rets[e.ret.Pos()]) {
		return Error{}, false
	}
	lost := Error{Pos: branch.Pos(), Call: r.written(call), Reconciles: r.reconciles}
	switch {
	case e.marks&freed != 0 && (!r.reads(call) || r.saysNil(branch.Cond) != nil) && !announces(call) && !r.isStatusWrite(call) &&
		!releases(call):
		lost.How, lost.Reconciles = FinalizedHere, true
	// A Create of the API server fails where there is one: losterrors/unanswered, keep. Unless nobody hears that: making.
	case r.reads(call) && (e.marks&created != 0 && (r.source(call) != remote || r.makesAnyway(call, branch)) || e.marks&instead != 0):
		lost.How, lost.Reconciles = Taken, false
	case e.marks&used != 0 && branch.Else == nil && r.notNil(branch.Cond) != nil && every(branch.Body.List, r.tellsOrLeaves):
		lost.How = Emptied
	default:
		return Error{}, false
	}
	return lost, true
}

// makesAnyway reports whether the code makes use of an object that a Get has read, and otherwise does no more than to create one of that
// type, and to leave it at that if there is one already, whose content it does not know: losterrors/unanswered, making.
func (r *reading) makesAnyway(get *ast.CallExpr, branch *ast.IfStmt) bool {
	var into *types.Var
	if to, _ := setIn(r.stmts[get]); len(to) == 2 {
		into = syntax.Var(r.info, to[0])
	} else if len(get.Args) > 2 {
		into = syntax.Var(r.info, syntax.Address(get.Args[2]))
	}
	_, returns := syntax.Last[*ast.ReturnStmt](branch.Body.List)
	if into == nil || r.saysNil(branch.Cond) == nil || !returns && branch.Else == nil ||
		!slices.ContainsFunc(branch.Body.List, func(s ast.Stmt) bool { return !r.idle(s) && r.mentions(s, into) }) {
		return false
	}
	leavesIt := false
	for n := range ast.Preorder(r.decl.Body) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			asks, ok := ast.Unparen(n.X).(*ast.CallExpr)
			leavesIt = leavesIt || ok && n.Op == token.NOT && lastName(asks) == "isalreadyexists" && n.Pos() > branch.Body.End()
		case *ast.CallExpr:
			of := slices.ContainsFunc(n.Args, func(arg ast.Expr) bool {
				return types.Identical(code.Deref(r.info.TypeOf(arg)), code.Deref(into.Type()))
			})
			leavesIt = leavesIt || lastName(n) == "ignorealreadyexists"
			if n.Pos() > branch.Body.End() && (of != begins(lastName(n), "create") || r.reads(n)) && r.source(n) != local {
				return false
			}
		}
	}
	return leavesIt
}

// reading reads the syntax of a function, nil if its errors are not looked at.
func (c *Client) reading(fn *ssa.Function) *reading {
	f := c.functionOf(fn)
	if f == nil {
		return nil
	}
	r := &reading{
		function: f, calls: make(map[token.Pos]*ast.CallExpr), rets: make(map[token.Pos]*ast.ReturnStmt),
		branches: make(map[token.Pos]*ast.IfStmt), tests: make(map[*ssa.Call]token.Pos), asks: make(map[*ssa.Call]token.Pos),
		places: make(map[ssa.Instruction][2]bool), stmts: make(map[*ast.CallExpr]ast.Stmt), worth: make(map[*ssa.Call]bool),
		looked: make(map[*ssa.Call]bool), setsTo: make(map[*ssa.Call]*types.Var), defers: f.hasDefer(),
	}
	if !f.returns { // it may just end
		r.rets[token.NoPos] = &ast.ReturnStmt{Return: f.decl.Body.Rbrace}
	}
	for n := range ast.Preorder(f.decl.Body) {
		switch n := n.(type) {
		case *ast.CallExpr:
			r.calls[n.Lparen] = n
		case *ast.ReturnStmt:
			r.rets[n.Pos()] = n
			if f.removesFinalizer(n) {
				r.frees = append(r.frees, n)
			}
			if !f.reconciles || !syntax.AnyNow(n, f.doesMore) {
				r.quiet = append(r.quiet, n)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				r.quiet = append(r.quiet, n.Tag)
			}
			for _, branch := range branches(n) {
				r.branch(branch)
			}
		case *ast.IfStmt:
			r.branch(n)
		case *ast.ExprStmt, *ast.AssignStmt:
			if call := callOf(n.(ast.Stmt)); call != nil {
				r.stmts[call] = n.(ast.Stmt)
			}
			if f.idle(n.(ast.Stmt)) {
				r.quiet = append(r.quiet, n)
			}
			if f.removesFinalizer(n.(ast.Stmt)) {
				r.frees = append(r.frees, n)
			}
		}
	}
	c.readings = append(c.readings, r)
	return r
}

func (r *reading) branch(branch *ast.IfStmt) {
	r.quiet = append(r.quiet, branch.Cond)
	for e := range ast.Preorder(branch.Cond) {
		at := token.NoPos
		switch e := e.(type) {
		case *ast.BinaryExpr:
			at = e.OpPos
		case *ast.CallExpr:
			at = e.Lparen
		}
		if at.IsValid() && r.branches[at] == nil {
			r.branches[at] = branch
		}
	}
}
