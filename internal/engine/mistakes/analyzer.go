package mistakes

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/modules"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("mistakes", "find delays, events and flags that are not what they are meant to be", analyse, new(Helpers))

// readByMeta is what functions of apimachinery read. updates/looked, became.
var readByMeta = map[symbol.Name][]Read{
	"k8s.io/apimachinery/pkg/apis/meta/v1.HasAnnotation": {{Part: "Annotations", Key: "#1"}},
	"k8s.io/apimachinery/pkg/apis/meta/v1.HasLabel":      {{Part: "Labels", Key: "#1"}},
}

func analyse(pass *analysis.Pass) *Result {
	p := &program{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass), hands: make(map[*ast.FuncDecl]bool),
		changed: make(map[*types.Var]token.Pos), helpers: make(map[symbol.Name]helper), asking: make(map[symbol.Name][]series),
		result: &Result{reads: maps.Clone(readByMeta)}}
	if _, version := modules.DependencyOf(pass); version != "" {
		return p.result
	}
	p.forEvents, p.owns = sync.OnceValue(p.handlers), sync.OnceValue(p.owners)
	p.imported()
	if known.Foundation(pass.Pkg.Path()) || pass.Pkg.Name() != "main" && !slices.ContainsFunc(pass.Pkg.Imports(),
		func(imp *types.Package) bool {
			return known.Foundation(imp.Path()) || strings.HasPrefix(imp.Path(), "github.com/prometheus/") || slices.Contains(p.metrics, imp)
		}) {
		return p.result
	}
	p.result.clustered = p.clustered()
	takes := known.Imports(pass.Pkg, known.ControllerRuntime, known.Reconcile, known.Workqueue, known.Rate, known.Flowcontrol)
	for at := range syntax.Preorder(pass, (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.SelectStmt)(nil),
		(*ast.GoStmt)(nil), (*ast.ExprStmt)(nil), (*ast.KeyValueExpr)(nil), (*ast.SendStmt)(nil),
		(*ast.IfStmt)(nil)) {
		p.vain(at)
		if takes {
			p.look(at)
		}
		switch n := at.Node().(type) {
		case *ast.CompositeLit, *ast.CallExpr:
			for _, e := range syntax.Handlers(p.info, n) {
				if _, body := p.function(e); body != nil {
					p.loses(body, 0)
				}
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				p.watches(at)
				p.owned(n)
				p.spaced(at)
				p.asksKind(at)
				p.asksFresh(at)
				p.writesMade(at)
				p.misnamesSeries(n)
			case *ast.CompositeLit:
				p.ofDeletions(n)
				p.comparesUpdates(at)
			}
		case *ast.AssignStmt:
			p.writesAgain(at)
		case *ast.IfStmt:
			p.writesInstead(at)
		case *ast.SelectStmt:
			p.sends(n)
		case *ast.SendStmt:
			p.stops(n)
		case *ast.GoStmt:
			p.begins(at)
		case *ast.KeyValueExpr:
			if lit, ok := n.Value.(*ast.FuncLit); ok {
				p.filter(at, p.info.TypeOf(lit).(*types.Signature), lit.Body)
			}
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			p.caches(decl)
		}
	}
	for at, decl := range syntax.Functions(pass) {
		fn := p.info.Defs[decl.Name].(*types.Func)
		p.unreturned(decl)
		p.replaced(decl)
		p.overtaken(decl)
		p.shadowed(decl)
		p.unreadOptions(decl)
		p.readsAtSetUp(decl)
		p.filter(at, fn.Signature(), decl.Body)
		if known.Handler(fn) {
			p.loses(decl.Body, 0)
			if fn.Name() == "OnDelete" {
				p.deleted(fn.Signature(), decl.Body, 0, 0)
			}
		}
	}
	p.export()
	p.unparsed()
	p.unset()
	slices.SortStableFunc(p.result.Mistakes, func(a, b Mistake) int { return cmp.Compare(a.Pos, b.Pos) })
	p.result.Mistakes = slices.CompactFunc(p.result.Mistakes, func(a, b Mistake) bool { return a.Pos == b.Pos })
	return p.result
}
