package mistakes

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// series finds the gauges of Prometheus that only the package knows and that have a series for each object, by their labels, of which none
// is ever deleted: a gauge keeps the last value of what is gone. passstate, gauges.
func (p *program) series() {
	controls := known.Imports(p.pass.Pkg, known.ControllerRuntime) // what other packages may delete is their own
	for id, obj := range p.info.Defs {
		v, ok := obj.(*types.Var)
		if !ok || v.Exported() && !controls || !v.IsField() && v.Parent() != p.pass.Pkg.Scope() ||
			symbol.OfType(code.Deref(v.Type())) != "github.com/prometheus/client_golang/prometheus.GaugeVec" {
			continue
		}
		first, deletes, named := token.NoPos, false, p.perObject(v)
		for use := range syntax.Uses(p.pass, v) {
			call := p.ofSeries(use)
			deletes = deletes || call == nil && !keepsSeries(use)
			if call != nil && (named && p.variables(call) > 1 || p.ofObject(call)) && (first == token.NoPos || call.Pos() < first) {
				first = call.Pos()
			}
		}
		if first != token.NoPos && !deletes {
			p.found(Mistake{Pos: first, Kind: Series, Text: id.Name})
		}
	}
}

// ofSeries returns the call that asks a gauge for one of its series, nil for anything else that is done with it.
func (p *program) ofSeries(use inspector.Cursor) *ast.CallExpr {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	call, calls := use.Parent().Parent().Node().(*ast.CallExpr)
	if ok && calls && call.Fun == ast.Expr(sel) && ofLabels.MatchString(sel.Sel.Name) {
		return call
	}
	return nil
}

// ofLabels matches the methods of a gauge that return one of its series.
var ofLabels = regexp.MustCompile(`^(GetMetric)?With`)

// keepsSeries reports whether no series is deleted where a gauge is used: it is made or registered there.
func keepsSeries(use inspector.Cursor) bool {
	switch up := use.Parent().Node().(type) {
	case *ast.CallExpr:
		_, name := syntax.Selected(up.Fun)
		return name == "Register" || name == "MustRegister"
	case *ast.AssignStmt:
		to, _ := syntax.Assigned(up)
		return to == use.Node()
	case *ast.KeyValueExpr:
		return up.Key == use.Node()
	}
	return false
}

// variables returns how many of its arguments, or of the labels that it is handed, a call makes of no constant.
func (p *program) variables(call *ast.CallExpr) (n int) {
	for _, arg := range p.labels(call) {
		if p.info.Types[arg].Value == nil {
			n++
		}
	}
	return n
}

// labels returns what a call hands over for labels: its arguments, or what is in the one literal of labels.
func (p *program) labels(call *ast.CallExpr) []ast.Expr {
	if len(call.Args) != 1 {
		return call.Args
	}
	of := ast.Unparen(call.Args[0])
	if v := syntax.Var(p.info, of); v != nil {
		of = syntax.OnlyGiven(p.info, p.pass.Files, v)
	}
	if lit, ok := of.(*ast.CompositeLit); ok {
		return syntax.FieldValues(lit)
	}
	return call.Args
}

// ofObject reports whether a call names a series by the name and the namespace of an object.
func (p *program) ofObject(call *ast.CallExpr) bool {
	names, spaces := make(map[*types.Var]bool), make(map[*types.Var]bool)
	for _, label := range p.labels(call) {
		if got, ok := ast.Unparen(label).(*ast.CallExpr); ok && len(got.Args) == 0 {
			label = got.Fun
		}
		of, name := syntax.Selected(label)
		v := syntax.Var(p.info, of)
		if v == nil || !known.IsObject(v.Type()) {
			continue
		}
		names[v] = names[v] || name == "Name" || name == "GetName"
		spaces[v] = spaces[v] || name == "Namespace" || name == "GetNamespace"
		if names[v] && spaces[v] {
			return true
		}
	}
	return false
}

// perObject reports whether a gauge is made with labels for a namespace and for a name or a UID.
func (p *program) perObject(v *types.Var) bool {
	made, _ := syntax.Values(p.pass, v)
	if len(made) != 1 {
		return false
	}
	call, ok := ast.Unparen(made[0]).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	list, ok := ast.Unparen(call.Args[1]).(*ast.CompositeLit)
	if !ok {
		return false
	}
	labels := make(map[string]bool)
	for _, elt := range list.Elts {
		if val := p.info.Types[elt].Value; val != nil && val.Kind() == constant.String {
			labels[constant.StringVal(val)] = true
		}
	}
	return labels["namespace"] && (labels["name"] || labels["uid"])
}

// misnamesSeries looks for deletions of series of a metric that name more or fewer labels than it has: they delete nothing. passstate,
// gauges.
func (p *program) misnamesSeries(call *ast.CallExpr) {
	name := syntax.CalledName(p.info, call)
	of, _ := syntax.Selected(call.Fun)
	v, ok := syntax.Object(p.info, of).(*types.Var)
	if !ok || name.Last() != "DeleteLabelValues" || call.Ellipsis.IsValid() || v.Pkg() != p.pass.Pkg {
		return
	}
	made, all := syntax.Values(p.pass, v)
	if !all || len(made) != 1 {
		return
	}
	makes, ok := ast.Unparen(made[0]).(*ast.CallExpr)
	if !ok || len(makes.Args) < 2 || !strings.HasSuffix(syntax.CalledName(p.info, makes).Last(), "Vec") {
		return
	}
	if labels, ok := ast.Unparen(makes.Args[1]).(*ast.CompositeLit); ok && len(labels.Elts) != len(call.Args) {
		p.found(Mistake{Pos: call.Pos(), Kind: MisnamedSeries, Text: fmt.Sprintf("%s %d %d", v.Name(), len(labels.Elts), len(call.Args))})
	}
}
