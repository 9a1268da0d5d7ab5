package blocking

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/methods"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("blocking", "find where reconcilers keep their worker waiting", analyse, new(Waits))

// Chosen reports whether some call on the way may go to another function than the one that leads here.
func (f *Found) Chosen() bool {
	return slices.ContainsFunc(f.Way, func(s Step) bool { return s.Chosen })
}

// Served returns [Result.Served] of a package, nil where this analysis has not run.
func Served(pass *analysis.Pass) map[*types.Func]bool {
	if result, ok := pass.ResultOf[Analyzer].(*Result); ok {
		return result.Served
	}
	return nil
}

func analyse(pass *analysis.Pass) *Result {
	if known.Foundation(pass.Pkg.Path()) {
		return &Result{}
	}
	g := &graph{pass: pass, imported: make(map[symbol.Name][]Wait), nodes: make(map[*types.Func]*node),
		named: make(map[symbol.Name]*types.Func), invoked: make(map[*types.Func][]target), fields: make(map[*types.Var]ast.Expr),
		interfaces: make(map[*types.Func]methods.Type), unresolved: make(map[symbol.Name][]*open), resolved: make(map[*open][]target),
		servers: make(map[string]bool), orders: make(map[order]taking), sending: make(map[*types.Func]bool),
		senders: make(map[symbol.Name]bool), served: make(map[*types.Func]bool)}
	g.findImported()
	waits := known.Imports(pass.Pkg, "time", "k8s.io/apimachinery/pkg/util/wait", "k8s.io/client-go/util/retry", "k8s.io/utils/clock", "sync",
		"net/http", known.Workqueue, "k8s.io/apimachinery/pkg/apis/meta/v1", known.ControllerRuntime+"/pkg/client")
	_, version := modules.DependencyOf(pass)
	if g.own = version == ""; len(g.imported)+len(g.senders) == 0 && !waits && !g.own {
		return &Result{}
	}
	g.build()
	g.servedByInterface()
	if g.own {
		g.unguarded()
	}
	found := g.found()
	g.export()
	return &Result{Waits: slices.Concat(found, g.parted(), g.handlers(), g.left), Served: g.served}
}

func (g *graph) findImported() {
	facts := syntax.Facts[*Waits](g.pass)
	maps.DeleteFunc(facts, func(path string, _ *Waits) bool { return known.Foundation(path) })
	for _, path := range slices.Sorted(maps.Keys(facts)) {
		for _, f := range facts[path].Funcs {
			g.imported[f.Symbol] = f.Waits
		}
		for i := range facts[path].Open {
			o := &facts[path].Open[i]
			g.unresolved[o.By] = append(g.unresolved[o.By], o)
		}
		for _, server := range facts[path].Servers {
			g.servers[server] = true
		}
		for _, sym := range facts[path].Sends {
			g.senders[sym] = true
		}
		g.facts = append(g.facts, about{path, facts[path]})
	}
}

func (g *graph) build() {
	g.decls = syntax.Declarations(g.pass)
	g.findServers()
	for at, decl := range syntax.Functions(g.pass) {
		fn, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
		if !ok {
			continue
		}
		n := &node{fn: fn, name: nameOf(fn)}
		if simulates(n.name, g.pass.Fset.Position(decl.Pos()).Filename, g.pass.Pkg.Path()) {
			continue
		}
		g.nodes[fn], g.named[symbol.Of(fn)] = n, fn
		g.order = append(g.order, n)
		g.walk(n, at, decl.Body)
		if known.ReconcilesKind(fn) || fn.Name() == "Reconcile" && known.Reconciles(fn.Signature()) && !g.single(fn, decl.Body) {
			if params := fn.Signature().Params(); fn.Name() == "Reconcile" {
				_, n.made = params.At(params.Len() - 1).Type().(*types.Pointer)
			}
			g.roots = append(g.roots, n)
		}
		if worker := g.worker(n, at, decl.Body); worker != nil {
			g.roots = append(g.roots, worker)
		}
	}
}
