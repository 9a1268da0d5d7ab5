// Package failure reads from their syntax what reconcilers and their helpers do about errors. It finds errors that
// are lost, because a function that knows of one returns none. It also finds errors that are none, because there
// is nothing to retry for an object that is gone.
//
// # Contract
//
// Each finding is a place where an error that the function was given is lost to its caller. Whatever is done about an error, other than to log it, counts as dealing with it. That may be a condition that is set, an event, or a
// call that is handed the error.
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
