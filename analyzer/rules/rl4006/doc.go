// Package rl4006 reports: a reconciler that wakes itself.
//
// # RL4006: a reconciler that wakes itself
//
// On each successful pass, the reconciler writes something new into its object:
//
//   - the current time, in the status. It may also be in a condition that a function makes, and that replaces the one
//     in the list;
//   - a condition that it removes and sets again, which gets a new transition time;
//   - two values in turn, such as Reconciling at the beginning and Ready at the end.
//
// The controller watches the object, so each of these writes is an event. No predicate filters it out.
//
// # Why it matters
//
// The event puts the object back on the queue, and the next pass writes again, although there is nothing to do. If
// the reconciler writes two values in turn, this goes on for ever, as fast as the API server answers. If it writes the
// time, it goes on as long as each pass begins in a new second: times in the API have whole seconds, and a write that
// changes nothing is no event. A pass that takes a second or more, such as one that calls a cloud, goes on for ever.
// Shorter ones run twice for each event or RequeueAfter.
//
// No error is logged, and events bypass the queue's limiter. The API server and everybody who watches the type pay
// for it.
//
// # What to do
//
// Write the time only if something else has changed, or let the controller react only to changes of the spec.
//
// Before:
//
//	meta.RemoveStatusCondition(&pool.Status.Conditions, Ready)
//	…
//	meta.SetStatusCondition(&pool.Status.Conditions, metav1.Condition{Type: Ready, Status: metav1.ConditionTrue, Reason: "Done"})
//	return ctrl.Result{}, r.Status().Update(ctx, pool)
//
// After:
//
//	meta.SetStatusCondition(&pool.Status.Conditions, metav1.Condition{Type: Ready, Status: metav1.ConditionTrue, Reason: "Done"})
//	return ctrl.Result{}, r.Status().Update(ctx, pool)
//
// SetStatusCondition keeps the time of a condition whose status does not change. A predicate works too:
//
//	For(&v1.Pool{}, builder.WithPredicates(predicate.GenerationChangedPredicate{}))
//
// # What it does not find
//
//   - Writes under a condition that looks at the object.
//   - Writes after a return that a successful pass may take. A return for an error, for a finalizer or for a
//     deletion does not count. Nor does one for a field of the spec that the package never sets.
//   - Objects that a function reads again, unless it has the request or the object.
//   - Other things that differ each time, such as lists in the order of a map, and times in texts and annotations.
//   - Writes in functions of other packages whose names do not say that they write a status.
//   - Conditions from functions of packages that import nothing of controller-runtime.
//   - Controllers whose builder is in another package.
package rl4006

import _ "embed"

//go:embed doc.go
var doc string
