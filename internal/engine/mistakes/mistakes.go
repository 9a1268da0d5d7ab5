package mistakes

import (
	"go/ast"
	"slices"
	"strings"

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
// Labels or Annotations whose key is a constant that the package sets nowhere (updates/statuses), or a field of Spec. It returns nil if it
// does not, or reads no more than what is looked at elsewhere, such as .Replicas or ["key"] (updates/looked).
func ReadOf(pass *analysis.Pass, reconciler, typ symbol.Name, part string, looked []string) ast.Expr {
	var found ast.Expr
	result := pass.ResultOf[Analyzer].(*Result)
	reads, maps := result.reads, slices.DeleteFunc(slices.Clone(result.mappings), func(m mapping) bool {
		return m.of != typ || m.by != reconciler && methodOf(pass, m.by) != nil
	})
	fns := mentioned(pass, methodOf(pass, reconciler))
	switch {
	case part == "MappedSpec":
		fns = nil // of others it leaves out fields on purpose
	case part == "Spec" && len(looked) == 0:
		return nil // and so does a filter that looks at none of the controller's own
	}
	for _, m := range maps {
		fns = append(fns, mentioned(pass, m.body)...)
	}
	in := func(at ast.Node) bool {
		return slices.ContainsFunc(fns, func(n ast.Node) bool { return syntax.Within(n, at) })
	}
	if strings.HasSuffix(part, "Spec") {
		return specRead(pass, in, typ, looked)
	}
	beside := func(of Read) bool {
		return len(looked) == 0 || of.Key == allKeys || strings.HasPrefix(of.Key, `"`) && !slices.Contains(looked, "["+of.Key+"]")
	}
	for body, fn := range syntax.Functions(pass) {
		if !in(fn) && !slices.ContainsFunc(maps, func(m mapping) bool { return syntax.Within(fn, m.body) }) {
			continue
		}
		for at, of := range partsRead(pass, body, fn, reads, maps) {
			if of.Part != part || !beside(of) || !in(at.Node()) || !handed(pass, fns, fn, of, typ) {
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
			if found == nil && in(call) && !(part == "Status" && polls(pass, fn)) && !whileDeleted(at, fn) &&
				slices.ContainsFunc(read, func(of Read) bool { return of.Part == part && beside(of) && of.at(pass, call, typ) }) {
				found = call
			}
		}
	}
	return found
}
