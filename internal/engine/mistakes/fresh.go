package mistakes

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// asksFresh looks at a call that asks a limiter of a queue how long to wait: one that the function has just made knows of no failure, and
// says the same each time. A loop may ask it more than once. backoff, fresh.
func (p *program) asksFresh(at inspector.Cursor) {
	call := at.Node().(*ast.CallExpr)
	fn, decl := syntax.Called(p.info, call), enclosing(at)
	if fn == nil || decl == nil || runsLater(at) || fn.Name() != "When" || fn.Pkg() == nil || fn.Pkg().Path() != known.Workqueue {
		return
	}
	of, _ := syntax.Selected(call.Fun)
	if v := syntax.Var(p.info, of); v != nil && v.Kind() != types.LocalVar {
		return
	}
	if p.makesAnew(syntax.Resolve(p.pass, of), 0) {
		p.found(Mistake{Pos: call.Pos(), Kind: Fresh, Expr: of})
	}
}

// makesAnew reports whether an expression makes a new limiter of a queue each time, by functions of the package too.
func (p *program) makesAnew(e ast.Expr, depth int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || depth > 3 {
		return false
	}
	if p.makesLimiter(call) {
		return true
	}
	decl := p.decls[syntax.Called(p.info, call)]
	return decl != nil && len(decl.Body.List) == 1 && p.makesAnew(p.atEnd(call), depth+1)
}
