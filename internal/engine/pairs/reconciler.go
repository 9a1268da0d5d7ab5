package pairs

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// reconcilers returns the functions of the package that controller-runtime calls: methods
// Reconcile of its signature, and functions that become a reconciler. A method that
// another function that returns a Result calls, and that no code hands over as a reconciler, is a helper
// of that name. One that is called for its error, as when a program starts, is a reconciler all the same.
func reconcilers(funcs []*ssa.Function) []*ssa.Function {
	called := make(map[*ssa.Function]bool)
	handed := make(map[*ssa.Function]bool)
	for _, fn := range funcs {
		for instr := range ssacode.Instructions(fn) {
			switch i := instr.(type) {
			case ssa.CallInstruction:
				if callee := i.Common().StaticCallee(); callee != nil && callee != fn && paths.ReturnsResult(fn.Signature) {
					called[callee] = true
				}
			case *ssa.ChangeType:
				if isFuncReconciler(i.Type()) {
					if fn := paths.FunctionOf(i.X); fn != nil {
						handed[fn] = true
					}
				}
			}
		}
	}
	var list []*ssa.Function
	for _, fn := range funcs {
		if handed[fn] || !called[fn] && fn.Parent() == nil && fn.Name() == "Reconcile" && known.Reconciles(fn.Signature) {
			list = append(list, fn)
		}
	}
	return list
}

func isFuncReconciler(t types.Type) bool {
	name := symbol.OfType(t)
	return name == known.Reconcile+".Func" || name == known.Reconcile+".TypedFunc"
}
