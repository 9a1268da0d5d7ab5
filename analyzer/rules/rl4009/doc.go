// Package rl4009 reports: a helper's Result is dropped.
//
// # RL4009: a helper's Result is dropped
//
//	if result, err := r.prepare(ctx, obj); err != nil {
//		return result, err
//	}
//	return ctrl.Result{}, nil
//
// A helper of the reconciler can return a Result that asks for the request to come back, with a nil error. Its caller looks at the Result
// only where there is an error, or never, and then says that all is done. If the caller returns no Result, but an error, so it is where it
// throws the helper's away. The helper may be called through an interface of the program or a list or a variable of functions, or a
// parameter if one call alone hands it one: then it is enough that one of them can ask. So it is if a wrapper never looks at the Result of
// the reconciler that it holds, whatever that is. A Result that asks and that the function keeps in a variable is dropped in the same way
// if each return after that hands back an empty Result and nil. Or its caller asks for Requeue alone, and the helper sets RequeueAfter. Or
// a variable for a delay or a Result is returned and never set, since := makes another one of its name in a block.
//
// Or a branch sets a delay, in a Result or in a variable for one, and what follows the branch sets another one whatever that is.
//
// Or a deferred function puts another Result in the place of the one that is returned with a RequeueAfter.
//
// # Why it matters
//
// The helper returned RequeueAfter because something is not ready yet: a conflict, a dependency that is still starting. Its caller drops
// that, and controller-runtime forgets the request. The object stays half done until something else happens to it. Nothing is logged,
// and no metric counts it.
//
// # What to do
//
// Return the Result as soon as it asks for something.
//
// Before:
//
//	if result, err := r.prepare(ctx, obj); err != nil {
//		return result, err
//	}
//
// After:
//
//	if result, err := r.prepare(ctx, obj); err != nil || !result.IsZero() {
//		return result, err
//	}
//
// If the caller brings the request back in its own way, let the helper return only an error.
//
// # What it does not find
//
//   - Helpers that are called through an interface that nothing in reach of the package implements, or through fields of generic types.
//   - Results of which only the program's values decide whether they ask for anything.
//   - Results that something reads, whatever comes of it.
package rl4009
