package mistakes

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// look looks at what takes a delay.
func (p *program) look(at inspector.Cursor) {
	switch n := at.Node().(type) {
	case *ast.CompositeLit:
		if after := syntax.Field(n, "RequeueAfter"); after != nil && known.IsResult(p.info.TypeOf(n)) {
			p.delay(after, true)
			if requeue := syntax.Field(n, "Requeue"); requeue == nil || syntax.Is(requeue, "false") {
				p.until(at, after)
			}
		}
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			of, name := syntax.Selected(lhs)
			if name == "RequeueAfter" && len(n.Rhs) == len(n.Lhs) && known.IsResult(code.Deref(p.info.TypeOf(of))) {
				p.delay(n.Rhs[i], true)
				if !p.setAgain(at, lhs, of) {
					p.until(at, n.Rhs[i])
				}
			}
		}
	case *ast.CallExpr:
		p.call(n)
	}
}

// setAgain reports whether a function does more with a Result than to set a delay in it: it looks at the delay, sets another, or sets
// Requeue.
func (p *program) setAgain(at inspector.Cursor, after, result ast.Expr) bool {
	decl := enclosing(at)
	if decl == nil {
		return true
	}
	seen := 0
	for sel := range syntax.All[*ast.SelectorExpr](decl.Body) {
		switch types.ExprString(sel) {
		case types.ExprString(result) + ".Requeue", types.ExprString(after):
			seen++
		}
	}
	return seen > 1
}

// call looks at the delays and buckets that a primitive is given.
func (p *program) call(call *ast.CallExpr) {
	fn := syntax.Called(p.info, call)
	if fn == nil || len(call.Args) < fn.Signature().Params().Len() {
		return
	}
	sym := symbol.Of(fn)
	if sym == known.FixedBucket && p.isZero(call.Args[1]) && !p.isZero(call.Args[0]) {
		p.found(Mistake{Pos: call.Pos(), Kind: NoBurst, Expr: call}) // with a rate of 0 it may be meant
	}
	if !sym.In(known.Workqueue) && sym != known.Rate+".Every" {
		return
	}
	p.apart(call)
	params := fn.Signature().Params()
	for i, arg := range call.Args {
		if i < params.Len() && isDuration(params.At(i).Type()) {
			p.delay(arg, fn.Name() == "AddAfter")
		}
	}
}

// delay looks at the unit of a delay, which may be that of a request.
func (p *program) delay(e ast.Expr, request bool) { p.follow(e, request, 0) }

// follow looks at the unit of a delay, and where it is a variable, a field or a parameter, at what that is given.
func (p *program) follow(e ast.Expr, request bool, depth int) {
	if p.info.Types[e].Value != nil {
		if n := p.bare(e); n > 0 {
			p.found(Mistake{Pos: e.Pos(), Kind: Unitless, Value: n, Expr: e, Meant: request && n == 1})
		}
		return
	}
	if of := p.converted(e); of != nil {
		switch n := p.number(of); {
		case p.countsUnit(of) || p.inUnit(of):
			p.found(Mistake{Pos: e.Pos(), Kind: Counted, Expr: e})
		case n > 0:
			p.found(Mistake{Pos: e.Pos(), Kind: Unitless, Value: n, Expr: e})
		}
	} else if v := p.variable(e); v != nil && depth < 3 {
		for _, given := range p.given(v) {
			p.follow(given, request, depth+1)
		}
	}
}

// bare returns a constant below a millisecond's worth that names no unit, 0 for any other expression.
func (p *program) bare(e ast.Expr) int64 {
	if n, ok := syntax.Integer(p.info, e); ok && 0 < n && n < shortest && !p.named(e, 0) {
		return n
	}
	return 0
}

// converted returns what an expression converts to another type, nil if it does not.
func (p *program) converted(e ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && p.info.Types[call.Fun].IsType() {
		return call.Args[0]
	}
	return nil
}

// inUnit reports whether a number is what a duration is in a unit, such as d.Seconds().
func (p *program) inUnit(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch syntax.CalledName(p.info, call) {
	case "time.Duration.Seconds", "time.Duration.Minutes", "time.Duration.Hours", "time.Duration.Milliseconds":
		return true
	}
	return false
}

// number returns the one number below a millisecond's worth that the package gives an integer, 0 if there is none or more.
func (p *program) number(e ast.Expr) int64 {
	if v := p.variable(e); v != nil {
		if given := p.given(v); len(given) == 1 {
			return p.bare(given[0])
		}
	}
	return 0
}

// shortest is what a delay without a unit is less than, in nanoseconds: a millisecond.
const shortest = 1_000_000

// named reports whether a constant names its unit, as time.Second does, or is not to be seen.
func (p *program) named(e ast.Expr, depth int) bool {
	if depth > 8 {
		return true
	}
	return syntax.Any(e, func(id *ast.Ident) bool {
		c, ok := p.info.Uses[id].(*types.Const)
		if !ok {
			return false
		}
		value := syntax.OnlyGiven(p.pass, c) // none where c is of another package: one of package time is a unit
		return value == nil || p.named(value, depth+1)
	})
}

// countsUnit reports whether a number that is not constant counts seconds or the like, as its name says.
func (p *program) countsUnit(e ast.Expr) bool {
	if t := p.info.TypeOf(e); !isInteger(t) || isDuration(t) {
		return false
	}
	e = ast.Unparen(e)
	if star, ok := e.(*ast.StarExpr); ok {
		e = ast.Unparen(star.X)
	}
	of := syntax.Object(p.info, e)
	return of != nil && unitName.MatchString(of.Name()) && !strings.Contains(strings.ToLower(of.Name()), "nano")
}

// unitName matches names of numbers that say what these count.
var unitName = regexp.MustCompile(`(?i)(millis|seconds|secs|minutes|hours)$|in(millis|(milli|micro)?seconds|secs|minutes|hours)`)

func (p *program) isZero(e ast.Expr) bool {
	value := p.info.Types[e].Value
	return value != nil && constant.Sign(value) == 0
}

func isDuration(t types.Type) bool { return symbol.OfType(t) == "time.Duration" }
