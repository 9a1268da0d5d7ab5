// Package outcome works out with which results functions come back together: a Result
// beside an error, as controller-runtime's Reconcile and the helpers of reconcilers return
// them.
//
// # Contract
//
// It follows each way through a function with what is known there of errors,
// conditions, durations and Results, joins ways only where nothing that is left tells them
// apart, and keeps for each function the pairs that are possible, in terms of its
// parameters and captured variables. Callers use these, also those in other packages ([Summaries]).
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
// Memory, but for variables of the function itself and captured ones; goroutines; errors from fields and lists, unless the code compares
// them. A function with more than 3,000 ways is given up, and then nothing is concluded from what it returns. So is one that calls
// itself if five rounds do not tell all that it returns. Why this is no part of the interpreter is said in docs/decisions/outcomes-on-ssa.md.
package outcome
