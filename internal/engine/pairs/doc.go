// Package pairs finds a Result that comes back beside an error, of which controller-runtime drops the Result. It is a client of package
// paths.
//
// # Contract
//
// For each outcome of a function it keeps where the pair is made, in terms of the function's parameters:
//
//	func (r *R) wait(err error) (ctrl.Result, error) {
//		return ctrl.Result{RequeueAfter: time.Minute}, err // a pair if err is not nil
//	}
//
// A [Pair] is Certain only if the error is not nil on every path on which this place makes the pair.
package pairs
