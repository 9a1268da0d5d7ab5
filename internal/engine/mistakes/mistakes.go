package mistakes

import (
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Of returns the mistakes of some kinds in the package of a pass, whose analyzer requires [Analyzer].
func Of(pass *analysis.Pass, kinds ...Kind) []Mistake {
	list := pass.ResultOf[Analyzer].(*Result).Mistakes
	return slices.DeleteFunc(slices.Clone(list), func(m Mistake) bool { return !slices.Contains(kinds, m.Kind) })
}
