package mistakes

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Of returns the mistakes of some kinds in the package of a pass, whose analyzer requires [Analyzer].
func Of(pass *analysis.Pass, kinds ...Kind) []Mistake {
	list := pass.ResultOf[Analyzer].(*Result).Mistakes
	return slices.DeleteFunc(slices.Clone(list), func(m Mistake) bool { return !slices.Contains(kinds, m.Kind) })
}

// ReadOf returns where a reconciler reads a part of objects of a type, in functions of the package of a pass that it leads to by name, or
// in one of another package of the user's that these call: a field of Status, if they set none, a ConfigMap's or Secret's data, or one of
// Labels or Annotations whose key is a constant that the package sets nowhere. It returns nil if it does not: updates/statuses.
func ReadOf(pass *analysis.Pass, reconciler, typ symbol.Name, part string) ast.Expr {
	var found ast.Expr
	reads := pass.ResultOf[Analyzer].(*Result).reads
	fns := mentioned(pass, methodOf(pass, reconciler))
	for body, fn := range syntax.Functions(pass) {
		if !slices.Contains(fns, ast.Node(fn)) {
			continue
		}
		for at, of := range partsRead(pass, body, fn, reads) {
			if of.Part != part || !handed(pass, fns, fn, of, typ) {
				continue
			}
			if part == "Status" && isSet(at) {
				return nil // the reconciler's own
			}
			if found == nil && !(part == "Status" && polls(pass, fn)) {
				found = at.Node().(ast.Expr)
			}
		}
		for at := range body.Preorder((*ast.CallExpr)(nil)) {
			call := at.Node().(*ast.CallExpr)
			read := reads[syntax.CalledName(pass.TypesInfo, call)]
			if found == nil && !(part == "Status" && polls(pass, fn)) && !whileDeleted(at, fn) && slices.ContainsFunc(read, func(of Read) bool {
				return of.Part == part && of.at(pass, call, typ)
			}) {
				found = call
			}
		}
	}
	return found
}
