package outcome

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// findLimiters notes the methods of the package that are named like those of a limiter that says
// yes or no, and whose code leads to a clock or to a limiter that is known: these are
// limiters, whatever their types are called.
func (p *program) findLimiters() {
	decls := make(map[types.Object]inspector.Cursor)
	for at, fn := range syntax.Functions(p.pass) {
		if _, named := known.Denies(fn.Name.Name); named && fn.Recv != nil {
			decls[p.pass.TypesInfo.Defs[fn.Name]] = at
		}
	}
	p.limiters = make(map[symbol.Name]bool)
	for changed := true; changed; {
		changed = false
		for obj, decl := range decls {
			if sym := symbol.Of(obj); !p.limiters[sym] && p.keepsTime(decl) {
				p.limiters[sym], changed = true, true
			}
		}
	}
}

// keepsTime reports whether the code of a method mentions a clock or a limiter.
func (p *program) keepsTime(decl inspector.Cursor) bool {
	for at := range decl.Preorder((*ast.Ident)(nil)) {
		fn, ok := p.pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(*types.Func)
		if ok && (known.Clock(symbol.Of(fn)) || p.isLimiter(fn)) {
			return true
		}
	}
	return false
}

// isLimiter reports whether a method is one that a limiter says yes or no with.
func (p *program) isLimiter(fn *types.Func) bool {
	if _, named := known.Denies(fn.Name()); !named || fn.Pkg() == nil {
		return false
	}
	sym := symbol.Of(fn)
	if fn.Pkg() == p.pass.Pkg {
		return p.limiters[sym]
	}
	if known.Asks(sym) && known.LimiterMethodOf(sym) {
		return true
	}
	p.summariesOf(fn.Pkg().Path())
	return p.importedLimiters[sym]
}

// denied returns the blocks that end the way on which a limiter has said no, with nothing done
// there that can fail: what is returned there is the answer to a request that was turned away.
func (f *frame) findDenied() {
	f.denied = make(map[*ssa.BasicBlock]bool)
	for _, b := range f.fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		no, asked := f.answer(branch.Cond)
		if !asked {
			continue
		}
		to := b.Succs[1]
		if no {
			to = b.Succs[0]
		}
		if len(to.Preds) == 1 && idle(to) {
			f.denied[to] = true
		}
	}
}

// answer returns how a condition turns out when a limiter says no, and whether it is one that a limiter decides.
func (f *frame) answer(cond ssa.Value) (no, asked bool) {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			no, asked = f.answer(c.X)
			return !no, asked
		}
	case *ssa.BinOp:
		if call, ok := c.X.(*ssa.Call); ok && ways.IsNil(c.Y) {
			fn := ways.Called(&call.Call)
			return c.Op == token.NEQ, (c.Op == token.NEQ || c.Op == token.EQL) && fn != nil && known.LimiterMethodOf(symbol.Of(fn)) && fn.Name() == "Wait"
		}
	case *ssa.Call:
		fn := ways.Called(&c.Call)
		if fn == nil || !f.isLimiter(fn) {
			return false, false
		}
		no, _ = known.Denies(fn.Name())
		return no, true
	}
	return false, false
}

// idle reports whether a block returns and calls nothing before that can fail.
func idle(b *ssa.BasicBlock) bool {
	if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); !returns {
		return false
	}
	return !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return ok && syntax.AnyType(call.Call.Signature().Results(), syntax.IsError)
	})
}
