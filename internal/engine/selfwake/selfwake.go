package selfwake

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/report"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Analyzer computes the [Result] of a package. It reports nothing itself.
var Analyzer = report.Analysis("selfwake", "find reconcilers that wake themselves by what they write", analyse, new(Makers))

func analyse(pass *analysis.Pass) *Result {
	result := &Result{}
	if known.Foundation(pass.Pkg.Path()) {
		return result
	}
	export(pass)
	if !known.Imports(pass.Pkg, known.ControllerRuntime, known.Reconcile) {
		return result
	}
	p := &program{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass), watched: make(map[*types.TypeName]bool)}
	p.gather()
	if len(p.watched) == 0 {
		return result
	}
	for _, decl := range p.reconciles {
		p.follow(decl, result)
	}
	return result
}

// gather notes the functions of the package and the types that its builders watch without a predicate.
func (p *program) gather() {
	filtered := make(map[*types.TypeName]bool)
	for at, decl := range syntax.Functions(p.pass) {
		fn, ok := p.info.Defs[decl.Name].(*types.Func)
		if !ok {
			continue
		}
		if fn.Name() == "Reconcile" && syntax.AnyType(fn.Signature().Results(), known.IsResult) {
			p.reconciles = append(p.reconciles, decl)
		}
		var fors []*types.TypeName
		filters := false
		for c := range at.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			_, name := syntax.Selected(call.Fun)
			if name != "For" && name != "WithEventFilter" || !syntax.CalledName(p.info, call).In(known.ControllerRuntime+"/pkg/builder") {
				continue
			}
			filters = filters || name == "WithEventFilter"
			if t := code.TypeName(p.info.TypeOf(call.Args[0])); name == "For" && t != nil {
				fors = append(fors, t)
				filtered[t] = filtered[t] || len(call.Args) > 1
			}
		}
		for _, t := range fors {
			filtered[t] = filtered[t] || filters
		}
	}
	for t, is := range filtered {
		if !is {
			p.watched[t] = true
		}
	}
}

// follow looks at a Reconcile and at the functions of the package that it calls on each pass with the object.
func (p *program) follow(decl *ast.FuncDecl, result *Result) {
	for _, object := range p.objects(decl, func(t *types.TypeName) bool { return p.watched[t] }, ofRequest) {
		found := func(w Wake, at token.Pos) {
			w.Kind, w.Pos = code.TypeName(object.Type()).Name(), at
			if !slices.ContainsFunc(result.Wakes, func(have Wake) bool { return have.Pos == at }) {
				result.Wakes = append(result.Wakes, w)
			}
		}
		trace := p.trace(body{decl: decl, object: object, read: object}, 0)
		removed := make(map[*types.Var][]ast.Expr)
		for _, s := range trace {
			w, changes := p.change(s, removed)
			if !changes {
				continue
			}
			for _, in := range trace {
				if at := p.write(in); in.read == s.read && at.IsValid() {
					found(w, cmp.Or(in.call, at))
					break
				}
			}
		}
		if w, turns := p.turns(trace, object); turns {
			found(w, w.Pos)
		}
	}
}
