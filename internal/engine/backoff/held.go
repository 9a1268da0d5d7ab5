package backoff

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// held returns the calls with which a reconciler asks others for its own request, none for a function that is no wrapper, or that lets a
// limiter forget by itself: then the queue may not. backoff, keeps.
func held(fn *ssa.Function) map[ssa.Instruction]bool {
	calls := make(map[ssa.Instruction]bool)
	if fn.Name() != "Reconcile" || !known.Reconciles(fn.Signature) {
		return calls
	}
	for call := range ssacode.All[*ssa.Call](fn) {
		if to := ways.Called(&call.Call); to != nil && to.Name() == "Forget" {
			return nil
		}
		if call.Call.IsInvoke() && call.Call.Method.Name() == "Reconcile" && known.ReturnsResult(call.Call.Signature()) &&
			slices.Contains(call.Call.Args, request(fn)) && !isElement(call.Call.Value) {
			calls[call] = true
		}
	}
	return calls
}

// isElement reports whether a reconciler is one of a list: what asks all of them answers after the last one, whether there is one or
// none (backoff.steps).
func isElement(v ssa.Value) bool {
	load, _ := v.(*ssa.UnOp)
	if load == nil {
		return false
	}
	_, element := load.X.(*ssa.IndexAddr)
	return element
}

// request returns the parameter of a reconciler that names the object.
func request(fn *ssa.Function) ssa.Value { return fn.Params[len(fn.Params)-1] }
