// Package outcome works out with which results functions come back together: a Result
// beside an error, as controller-runtime's Reconcile and the helpers of reconcilers return
// them.
//
// # Contract
//
// It follows each way through a function with what is known there of errors, conditions, durations
// and Results. It joins ways only if nothing later tells them apart. For each function it keeps the
// pairs that are possible, in terms of its parameters and captured variables. Callers use these
// pairs, also in other packages ([Summaries]).
//
//	func (r *R) wait(err error) (ctrl.Result, error) {
//		return ctrl.Result{RequeueAfter: time.Minute}, err // a pair if err is not nil
//	}
//	… return r.wait(nil)  // none: the caller's argument takes the parameter's place
//
// A [Pair] is Certain only if the error is not nil on every way on which this place makes the pair.
//
// # What is not followed
//
// Memory, except for the function's own variables and captured ones. Goroutines. Errors from fields and lists, unless the code compares them.
// A function with more than 3,000 ways is given up, and then nothing is concluded from what it returns. So is a function that calls itself,
// if five rounds do not tell all that it returns. docs/decisions/outcomes-on-ssa.md says why this is not part of the interpreter.
package outcome
