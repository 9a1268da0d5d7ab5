package mistakes

import (
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

const prometheus = "github.com/prometheus/client_golang/prometheus"

// series finds the metrics of Prometheus that have a series for each object, as their labels are given its name, of which none is ever
// deleted: a gauge keeps the last value of what is gone, and all of them grow. Main decides of those that several packages know. passstate,
// gauges; series.
func (p *program) series(fact *Helpers) {
	var asked []series
	for at := range syntax.Preorder(p.pass, (*ast.Ident)(nil), (*ast.CallExpr)(nil)) {
		if call, ok := at.Node().(*ast.CallExpr); ok {
			for _, s := range p.helpers[syntax.CalledName(p.info, call)].Series {
				if s.Param < len(call.Args) && p.labelled(s, call.Args[s.Param], 0) {
					asked = append(asked, s)
				}
			}
			continue
		}
		v, metric := metricOf(p.info.ObjectOf(at.Node().(*ast.Ident)))
		switch {
		case v == nil || v.Pkg() != p.pass.Pkg && !slices.Contains(p.metrics, v.Pkg()): // what a library deletes is not known
			continue
		case at.Node().Pos() == v.Pos():
			fact.Metrics = true
			continue
		}
		if at.ParentEdgeKind() == edge.SelectorExpr_Sel {
			at = at.Parent()
		}
		s := series{symbol.Of(v), Series, strings.ToLower(metric) + " " + v.Name(), code.PlaceOf(p.pass.Fset.Position(at.Node().Pos())), 0}
		switch call := p.ofSeries(at); {
		case call == nil && !p.keepsSeries(at):
			fact.Settled = append(fact.Settled, s.Metric)
			continue
		case call == nil || metric == "Gauge" && moves(at.Parent().Parent()):
			continue
		case slices.ContainsFunc(p.labels(call), func(label ast.Expr) bool { return p.labelled(s, label, 0) }):
		case metric == "Gauge" && p.counts(at, call):
			s.Kind = Uncounted
		default:
			continue
		}
		asked = append(asked, s)
	}
	if p.pass.Pkg.Name() == "main" {
		for _, of := range p.facts {
			asked, fact.Settled = append(asked, of.Series...), append(fact.Settled, of.Settled...)
		}
	}
	for _, s := range asked {
		switch pos := syntax.At(p.pass.Fset, s.Place.File, s.Place.Line, s.Place.Column); {
		case slices.Contains(fact.Settled, s.Metric):
		case p.pass.Pkg.Name() == "main" || s.Metric.In(p.pass.Pkg.Path()) && !s.Metric.Exported():
			fact.Settled = append(fact.Settled, s.Metric)
			if pos.IsValid() {
				p.found(Mistake{Pos: pos, Kind: s.Kind, Text: s.Text})
			}
		default:
			fact.Series = append(fact.Series, s)
		}
	}
}

// metricOf returns a field or a variable of a package for a metric with labels, and what it is, such as Gauge; nil for anything else.
func metricOf(obj types.Object) (*types.Var, string) {
	v, ok := obj.(*types.Var)
	if !ok || !v.IsField() && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope()) {
		return nil, ""
	}
	typ := symbol.OfType(code.Deref(v.Type()))
	metric, ok := strings.CutSuffix(string(typ.Last()), "Vec")
	if !ok || !typ.In(prometheus) {
		return nil, ""
	}
	return v, metric
}

// labelled reports whether a label of a series names an object. It notes the functions whose callers hand over the label.
func (p *program) labelled(s series, label ast.Expr, depth int) bool {
	v := syntax.Var(p.info, label)
	if v == nil || v.Kind() != types.ParamVar || depth > 3 {
		return syntax.NamesObject(p.pass, label)
	}
	for fn := range p.decls {
		if s.Param = syntax.Param(fn.Signature(), v); s.Param >= 0 && !slices.Contains(p.asking[symbol.Of(fn)], s) {
			p.asking[symbol.Of(fn)] = append(p.asking[symbol.Of(fn)], s)
		}
	}
	given, _ := syntax.Values(p.pass, v)
	return slices.ContainsFunc(given, func(e ast.Expr) bool { return p.labelled(s, e, depth+1) })
}

// counts reports whether a gauge is set for each key of a map that starts empty each time. If the function fills in a key that it knows, it
// may fill in all that there are. series, counts.
func (p *program) counts(use inspector.Cursor, call *ast.CallExpr) bool {
	for at := range use.Enclosing((*ast.RangeStmt)(nil)) {
		loop := at.Node().(*ast.RangeStmt)
		counted := syntax.Var(p.info, loop.X)
		if counted == nil || counted.Kind() != types.LocalVar || !isMap(counted.Type()) {
			continue
		}
		made, _ := syntax.Values(p.pass, counted)
		if len(made) != 1 || !isEmptyMap(made[0]) {
			continue
		}
		all := syntax.Any(call, func(id *ast.Ident) bool {
			label := p.info.Uses[id]
			return label != nil && loop.Pos() < label.Pos() && label.Pos() < loop.End()
		})
		for of := range syntax.Uses(p.pass, counted) {
			index, filled := of.Parent().Node().(*ast.IndexExpr)
			_, ranges := of.Parent().Node().(*ast.RangeStmt)
			all = all && (ranges || filled && p.info.Types[index.Index].Value == nil)
		}
		if all {
			return true
		}
	}
	return false
}

func isEmptyMap(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return syntax.Is(e.Fun, "make")
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return false
}

// ofSeries returns the call that asks a metric for one of its series, nil for anything else that is done with it.
func (p *program) ofSeries(use inspector.Cursor) *ast.CallExpr {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	call, calls := use.Parent().Parent().Node().(*ast.CallExpr)
	if ok && calls && call.Fun == ast.Expr(sel) && len(call.Args) > 0 && ofLabels.MatchString(sel.Sel.Name) {
		return call
	}
	return nil
}

// moves reports whether a series is counted up or down: that of what is gone should be 0 (series, entries).
func moves(of inspector.Cursor) bool {
	sel, ok := of.Parent().Node().(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"Inc", "Dec", "Add", "Sub"}, sel.Sel.Name)
}

// ofLabels matches the methods of a metric that return one of its series.
var ofLabels = regexp.MustCompile(`^(GetMetric)?With`)

// keepsSeries reports whether no series is deleted where a metric is used: it is made, registered, listed or collected there.
func (p *program) keepsSeries(use inspector.Cursor) bool {
	switch up := use.Parent().Node().(type) {
	case *ast.CallExpr:
		_, name := syntax.Selected(up.Fun)
		return name == "Register" || name == "MustRegister"
	case *ast.CompositeLit:
		return p.listsMetrics(up)
	case *ast.SelectorExpr:
		return up.Sel.Name == "Describe" || up.Sel.Name == "Collect"
	case *ast.AssignStmt:
		to, _ := syntax.Assigned(up)
		return to == use.Node()
	case *ast.KeyValueExpr:
		return up.Key == use.Node() || p.listsMetrics(use.Parent().Parent().Node().(*ast.CompositeLit))
	}
	return false
}

// listsMetrics reports whether a literal is a list or a map of what can only be registered and collected.
func (p *program) listsMetrics(lit *ast.CompositeLit) bool {
	list, ok := p.info.TypeOf(lit).Underlying().(interface{ Elem() types.Type })
	return ok && symbol.OfType(list.Elem()) == prometheus+".Collector"
}

// labels returns what a call hands over for labels: its arguments, or what is in a literal of them, or in a variable that is given some, or
// that a function of the package returns.
func (p *program) labels(call *ast.CallExpr) (list []ast.Expr) {
	given := call.Args
	if made, ok := ast.Unparen(given[0]).(*ast.CallExpr); ok && len(given) == 1 && !syntax.IsText(p.info.TypeOf(made)) {
		if decl := p.decls[syntax.Called(p.info, made)]; decl != nil {
			given = nil
			for ret := range syntax.All[*ast.ReturnStmt](decl.Body) {
				given = append(given, ret.Results...)
			}
		}
	}
	if len(given) == 0 {
		return nil
	}
	if v := syntax.Var(p.info, given[0]); len(given) == 1 && v != nil && !syntax.IsText(v.Type()) {
		given, _ = syntax.Values(p.pass, v)
	}
	for _, e := range given {
		lit, ok := ast.Unparen(e).(*ast.CompositeLit)
		if !ok {
			list = append(list, e)
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			list = append(list, elt)
		}
	}
	return list
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
