package delay

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/rllint/rllint/internal/engine/syntax"
)

// rest reports whether an expression is what is left of an interval: less the time since a stored moment, where nothing else in the
// function looks at that time.
func (p *program) rest(decl *ast.FuncDecl, e *ast.BinaryExpr) bool {
	if e.Op != token.SUB {
		return false
	}
	since := e.Y
	if v := syntax.Var(p.info, since); v != nil {
		if p.compared(decl, v) {
			return false
		}
		if since = syntax.OnlyGiven(p.info, []ast.Node{decl.Body}, v); since == nil {
			return false
		}
	}
	call, ok := ast.Unparen(since).(*ast.CallExpr)
	if !ok {
		return false
	}
	var from ast.Expr
	switch syntax.CalledName(p.info, call) {
	case "time.Since":
		from = call.Args[0]
	case "time.Time.Sub":
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && p.isNow(sel.X) {
			from = call.Args[0]
		}
	}
	if from == nil {
		return false
	}
	names := p.names(decl, from)
	return names != nil && !p.guardedBefore(decl, names) && !p.setAnew(decl, from) && !p.looksAtTimes(decl, call) &&
		!p.lookedAtElsewhere(decl, from)
}

// isComparison reports whether a node says which of two values is less, or calls what says it of times.
func isComparison(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.LSS || n.Op == token.LEQ || n.Op == token.GTR || n.Op == token.GEQ
	case *ast.SelectorExpr:
		return n.Sel.Name == "Before" || n.Sel.Name == "After" || n.Sel.Name == "Compare"
	}
	return false
}

// lookedAtElsewhere reports whether another function of the package has to do with how long ago a stored time is: whether the interval is
// over may be asked there, before the delay is.
func (p *program) lookedAtElsewhere(decl *ast.FuncDecl, t ast.Expr) bool {
	var fields []string
	for sel := range syntax.All[*ast.SelectorExpr](t) {
		if p.isField(sel) && !slices.Contains(common, sel.Sel.Name) {
			fields = append(fields, sel.Sel.Name)
		}
	}
	for _, other := range p.decls {
		if other == decl || !syntax.Any(other.Body, isComparison) {
			continue
		}
		if syntax.Any(other.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return false
			}
			switch syntax.CalledName(p.info, call).Last() {
			case "Since", "Sub", "Before", "After", "Compare":
				return syntax.Any(call, func(n ast.Node) bool {
					sel, ok := n.(*ast.SelectorExpr)
					return ok && slices.Contains(fields, sel.Sel.Name)
				})
			}
			return false
		}) {
			return true
		}
	}
	return false
}
