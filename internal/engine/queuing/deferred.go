package queuing

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// deferred finds the calls of Done that are deferred in a loop which goes on until its function returns: the items of all rounds
// before are given back only then, whatever they come from. Nothing is said where the places at which items are taken have it said.
func (p *program) deferred(said []Finding) []Finding {
	var list []Finding
	for _, fn := range p.funcs {
		var body *ast.BlockStmt
		switch decl := fn.Syntax().(type) {
		case *ast.FuncDecl:
			body = decl.Body
		case *ast.FuncLit:
			body = decl.Body
		}
		if body == nil {
			continue
		}
		for d := range ssacode.All[*ssa.Defer](fn) {
			o, is := operationOf(&d.Call)
			if !is || o.op != done || p.asksLength(fn, p.of(o.queue)) {
				continue
			}
			told := slices.ContainsFunc(said, func(f Finding) bool { return f.Rule == NoDone && body.Pos() <= f.Pos && f.Pos < body.End() })
			if endlessAround(body, d.Pos()) && !told && anotherEachRound(d, o.item) {
				list = append(list, Finding{Rule: NoDone, Pos: d.Pos(), What: Late})
			}
		}
	}
	return list
}

// asksLength reports whether a function asks how many items are in a queue: it takes those that are there, and then gives them all back.
func (p *program) asksLength(fn *ssa.Function, queue *class) bool {
	for call := range ssacode.All[*ssa.Call](fn) {
		c := &call.Call
		if c.IsInvoke() && c.Method.Name() == "Len" && isQueue(c.Value.Type()) && p.of(c.Value).whole() == queue.whole() {
			return true
		}
	}
	return false
}

// endlessAround reports whether the innermost loop around a place of a function has no condition, and nothing breaks it off.
func endlessAround(body *ast.BlockStmt, at token.Pos) bool {
	var loop ast.Stmt
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || n.Pos() > at || n.End() <= at {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			loop = nil // what is deferred in it runs when it returns
		case *ast.ForStmt:
			loop = n
		case *ast.RangeStmt:
			loop = n
		}
		return true
	})
	endless, ok := loop.(*ast.ForStmt)
	return ok && endless.Cond == nil && !brokenOff(endless)
}

// anotherEachRound reports whether the value that is deferred with is another in each round: what it is comes after the call again.
func anotherEachRound(d *ssa.Defer, item ssa.Value) bool {
	made, ok := source(item).(ssa.Instruction)
	return ok && slices.ContainsFunc(d.Block().Succs, func(b *ssa.BasicBlock) bool { return ways.Reaches(b, made.Block()) })
}

// brokenOff reports whether something in a loop may leave it and go on after it.
func brokenOff(loop *ast.ForStmt) bool {
	inner := func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return true
		}
		return false
	}
	found, depth := false, 0
	var open []bool
	ast.Inspect(loop.Body, func(n ast.Node) bool {
		if n == nil {
			if last := len(open) - 1; last >= 0 {
				if open[last] {
					depth--
				}
				open = open[:last]
			}
			return true
		}
		if _, literal := n.(*ast.FuncLit); literal {
			return false
		}
		if b, ok := n.(*ast.BranchStmt); ok && (b.Label != nil && b.Tok != token.CONTINUE || b.Tok == token.BREAK && depth == 0) {
			found = true
		}
		open = append(open, inner(n))
		if inner(n) {
			depth++
		}
		return true
	})
	return found
}
