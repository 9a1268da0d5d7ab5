package lost

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// holdsDeletions reports whether a package has a predicate that holds back every event of a deletion: a request of its controllers hardly
// ever finds its object gone then.
func holdsDeletions(pass *analysis.Pass) bool {
	for _, file := range pass.Files {
		for lit := range syntax.All[*ast.CompositeLit](file) {
			t := pass.TypesInfo.TypeOf(lit)
			if t == nil || !known.Predicates[symbol.OfType(t)] {
				continue
			}
			if fn, ok := syntax.Field(lit, "DeleteFunc").(*ast.FuncLit); ok && saysNo(fn.Body) {
				return true
			}
		}
	}
	return false
}

// saysNo reports whether a function does nothing but return false.
func saysNo(body *ast.BlockStmt) bool {
	if len(body.List) != 1 {
		return false
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && syntax.Is(ret.Results[0], "false")
}
