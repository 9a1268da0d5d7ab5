// Package lost finds errors that never reach whoever could act on them: a function that knows of one returns none. It also finds errors
// that are none, because there is nothing to retry for an object that is gone. It is a client of package paths.
//
// # Contract
//
// [Client] marks the error of a call as one that nobody has looked at, and from where a branch tells that it is there as one that is. It
// looks at the ends of the paths from there: where the function returns nil, or no error at all, the error is lost to its caller. Whatever
// is done about an error, other than to tell of it, counts as dealing with it. That may be a condition that is set, or a call that is
// handed the error.
//
//	if err := r.apply(ctx); err != nil {
//		log.Error(err, "cannot apply")  // told
//	}
//	return ctrl.Result{}, nil           // Swallowed: nobody tries again
//
// The engine says what is known at an end. Whether the authors can mean it is read from the source around it (endings.go): where the error
// comes from (calls.go), whether it is one of a step that changes something (goeson.go), whether somebody says why (explained.go), whether
// another error takes its place before anybody looks (unread.go). A new kind of lost error is another [How], with what it looks like at an
// end. What needs no path is read from the source alone: answers that say no more than whether a read failed (unanswered.go), conditions
// that nobody sees (overtold.go), what is left out while the program starts (setups.go), what counts as done too early (remembered.go) or
// whatever the answer says (responses.go).
//
// # What is not followed
//
// Errors in fields. Function literals that return errors, which are their own, unless client-go calls them again. Packages that serve tests
// are left out, by their paths.
package lost
