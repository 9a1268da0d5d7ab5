package pairs

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
func (c *Client) findLimiters() {
	decls := make(map[types.Object]inspector.Cursor)
	for at, fn := range syntax.Functions(c.pass) {
		if _, named := known.Denies(fn.Name.Name); named && fn.Recv != nil {
			decls[c.pass.TypesInfo.Defs[fn.Name]] = at
		}
	}
	for changed := true; changed; {
		changed = false
		for obj, decl := range decls {
			if sym := symbol.Of(obj); !c.limiters[sym] && c.keepsTime(decl) {
				c.limiters[sym], changed = true, true
			}
		}
	}
}

// keepsTime reports whether the code of a method mentions a clock or a limiter.
func (c *Client) keepsTime(decl inspector.Cursor) bool {
	for at := range decl.Preorder((*ast.Ident)(nil)) {
		fn, ok := c.pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(*types.Func)
		if ok && (known.Clock(symbol.Of(fn)) || c.isLimiter(fn)) {
			return true
		}
	}
	return false
}

// isLimiter reports whether a method is one that a limiter says yes or no with.
func (c *Client) isLimiter(fn *types.Func) bool {
	if _, named := known.Denies(fn.Name()); !named || fn.Pkg() == nil {
		return false
	}
	sym := symbol.Of(fn)
	return c.limiters[sym] || fn.Pkg() != c.pass.Pkg && known.Asks(sym) && known.LimiterMethodOf(sym)
}

// deniedIn returns the blocks of a function that end the path on which a limiter has said no, with nothing done
// there that can fail: what is returned there is the answer to a request that was turned away.
func (c *Client) deniedIn(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	denied := make(map[*ssa.BasicBlock]bool)
	for _, b := range fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		no, asked := c.answer(branch.Cond)
		if !asked {
			continue
		}
		to := b.Succs[1]
		if no {
			to = b.Succs[0]
		}
		if len(to.Preds) == 1 && idle(to) {
			denied[to] = true
		}
	}
	return denied
}

// answer returns how a condition turns out when a limiter says no, and whether it is one that a limiter decides.
func (c *Client) answer(cond ssa.Value) (no, asked bool) {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			no, asked = c.answer(v.X)
			return !no, asked
		}
	case *ssa.BinOp:
		if call, ok := v.X.(*ssa.Call); ok && ways.IsNil(v.Y) {
			fn := ways.Called(&call.Call)
			return v.Op == token.NEQ, (v.Op == token.NEQ || v.Op == token.EQL) && fn != nil && known.LimiterMethodOf(symbol.Of(fn)) &&
				fn.Name() == "Wait"
		}
	case *ssa.Call:
		fn := ways.Called(&v.Call)
		if fn == nil || !c.isLimiter(fn) {
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
