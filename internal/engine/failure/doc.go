// Package failure looks at what reconcilers and their helpers make of errors, from their syntax: errors that
// are lost, because a function that knows of one returns none, and errors that are none, because an object that is
// gone is nothing to retry.
//
// # Contract
//
// Each finding is a place at which an error that the function was given is out of its caller's sight. What is done about an error, other than to log it, counts as dealing with it: a condition that is set, an event, a call that
// is handed the error.
//
//	if err := r.apply(ctx); err != nil {
//		log.Error(err, "cannot apply")  // logged
//	}
//	return ctrl.Result{}, nil           // Swallowed: nobody tries again
//
// # What is not followed
//
// Values: two conditions that exclude each other are not seen to do so. Function literals, whose errors are their own. Packages
// that serve tests are left out, by their paths.
package failure
