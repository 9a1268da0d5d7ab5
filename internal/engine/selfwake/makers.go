package selfwake

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// AFact marks Makers as a fact.
func (*Makers) AFact() {}

// export makes the fact about a package. Drivers that choose what to read leave out the packages that can have nothing to do with
// controllers, so nothing is said of these.
func export(pass *analysis.Pass) {
	var imports []string
	for _, imp := range pass.Pkg.Imports() {
		imports = append(imports, imp.Path())
	}
	if pass.Pkg.Name() == "main" || !slices.Contains(imports, "k8s.io/apimachinery/pkg/apis/meta/v1") ||
		!known.Matters(pass.Pkg.Path(), imports, func(string) bool { return false }) {
		return
	}
	p := &program{pass: pass, info: pass.TypesInfo, decls: syntax.Declarations(pass)}
	fact := &Makers{}
	for fn, decl := range p.decls {
		if fn.Exported() && fn.Signature().Recv() == nil && returnsCondition(fn) && !p.compares(decl) && p.returnsFresh(decl, 1) {
			fact.OfNow = append(fact.OfNow, symbol.Of(fn))
		}
	}
	if len(fact.OfNow) > 0 {
		slices.Sort(fact.OfNow)
		pass.ExportPackageFact(fact)
	}
}

// returnsCondition reports whether a function returns one struct with the fields of a condition.
func returnsCondition(fn *types.Func) bool {
	results := fn.Signature().Results()
	if results.Len() != 1 {
		return false
	}
	field, _, _ := types.LookupFieldOrMethod(results.At(0).Type(), true, nil, "LastTransitionTime")
	return field != nil
}
