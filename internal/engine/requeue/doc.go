// Package requeue finds the delays after which reconcilers ask for their requests again, from their syntax, and writes them down as code
// that the interpreter runs with the reconciler that main makes.
//
// # Contract
//
// For each function that returns a Result there is a function more, [known.DelaysOf] its name, with the same parameters. It computes each
// delay that the Result may have on a pass without an error, hands it to [known.Delay], and calls the like of the functions whose Results
// it gets:
//
//	func (r *R) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
//		…
//		return ctrl.Result{RequeueAfter: r.interval}, nil // Delay(r.interval)
//	}
//
// # What is not followed
//
// Order and conditions, but for one: what stands where an error is known not to be nil answers that error and is no poll. A variable that
// is given several delays may be each of them. What a delay is computed of beyond fields, variables, calls and arithmetic is unknown. So
// is what an interface's method asks for.
package requeue
