// Package rl4013 reports: an error that may pass is made final.
//
// # RL4013: an error that may pass is made final
//
//	if err := r.Create(ctx, account); err != nil {
//		return ctrl.Result{}, reconcile.TerminalError(err)
//	}
//
// The error of a request to the API server becomes a TerminalError, wrapped or not, whatever its kind is. A function of another package
// that is handed a client and named for a write, such as controllerutil.CreateOrUpdate, sends requests.
//
// # Why it matters
//
// controller-runtime does not retry after a TerminalError. A timeout, a conflict, or an API server that restarts is over in seconds, but
// the object stays as it is until something else happens to it. That may be at the next resync, ten hours later by default, or never.
//
// # What to do
//
// Return the error as it is. Make final only what another try cannot mend.
//
// Before:
//
//	if err := r.Create(ctx, account); err != nil {
//		return ctrl.Result{}, reconcile.TerminalError(err)
//	}
//
// After:
//
//	if err := r.Create(ctx, account); err != nil {
//		if apierrors.IsInvalid(err) {
//			return ctrl.Result{}, reconcile.TerminalError(err)
//		}
//		return ctrl.Result{}, err
//	}
//
// # What it does not find
//
//   - Errors whose kind the code asks for, or that a function of the program tells the kind of.
//   - Errors that the function returns as they are on another path, such as until some tries have failed.
//   - Requests to others than the API server.
package rl4013
