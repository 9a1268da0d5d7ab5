package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// leaseField is the field of manager.Options for the config of leader election's client, and leaseName what a config for it is called.
const (
	leaseField = "LeaderElectionConfig"
	leaseName  = "leaderElectionConfig"
)

// Lease suggests to give leader election a copy of the manager's config without its limiter, where the config has a name and the options
// are written where the manager is made.
func (x *Fixer) Lease(c *model.Cause) []analysis.SuggestedFix {
	p, call := x.manager(c.Pos)
	if call == nil || len(call.Args) != 2 {
		return nil
	}
	config := ast.Unparen(call.Args[0])
	options, ok := ast.Unparen(call.Args[1]).(*ast.CompositeLit)
	if !ok || !p.hasRoom(options) || syntax.Any(config, func(n ast.Node) bool { return !isName(n) }) {
		return nil
	}
	stmt, _ := p.statement()
	if stmt == nil || !p.visibleAt(config, stmt.Pos()) || p.taken(leaseName) || p.makesAnother(call) {
		return nil
	}
	rest, imports := p.use(known.Rest, "rest")
	before := leaseName + " := " + rest + ".CopyConfig(" + p.text(config) + ")\n" + p.indent(stmt) +
		leaseName + ".RateLimiter = nil\n" + p.indent(stmt)
	return []analysis.SuggestedFix{{
		Message:   "give leader election a copy of the config without the limiter",
		TextEdits: append(imports, Insert(stmt.Pos(), before), p.addElement(options, leaseField+": "+leaseName)),
	}}
}

// hasRoom reports whether a literal of a manager's options can be given the config of leader election: old versions have no field for it.
func (p *place) hasRoom(options *ast.CompositeLit) bool {
	field, _, _ := types.LookupFieldOrMethod(p.pass.TypesInfo.TypeOf(options), true, p.pass.Pkg, leaseField)
	for _, elt := range options.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); !ok || keyName(kv) == leaseField {
			return false
		}
	}
	return field != nil
}

// isName reports whether a node is part of the name of a variable or field.
func isName(n ast.Node) bool {
	switch n.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

// makesAnother reports whether the file makes a manager by another call: each would need a name of its own.
func (p *place) makesAnother(call *ast.CallExpr) bool {
	return syntax.Any(p.file, func(other *ast.CallExpr) bool { return other != call && p.kindOf(other) == known.NewManager })
}

// visibleAt reports whether the names in an expression mean at a position what they mean in it.
func (p *place) visibleAt(e ast.Expr, pos token.Pos) bool {
	scope := p.pass.Pkg.Scope().Innermost(pos)
	return !syntax.Any(e, func(id *ast.Ident) bool {
		obj := p.pass.TypesInfo.ObjectOf(id)
		if obj == nil || obj.Parent() == nil || obj.Pkg() != p.pass.Pkg { // a field, a method, or what another package has
			return false
		}
		_, visible := scope.LookupParent(id.Name, pos)
		return visible != obj
	})
}

// indent returns the space that a statement's line starts with.
func (p *place) indent(n ast.Node) string {
	before := string(p.source[:p.offset(n.Pos())])
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
