// Package rl4006 reports: a reconciler that wakes itself.
//
// # RL4006: a reconciler that wakes itself
//
// On each successful pass, the reconciler writes something new into its object:
//
//   - the current time, in the status or in an annotation. It may also be in a condition that a function makes, and
//     that replaces the one in the list;
//   - a condition that it removes and sets again, which gets a new transition time;
//   - two values in turn, such as Reconciling at the beginning and Ready at the end.
//
// The controller watches the object, so each of these writes is an event. No predicate filters it out.
//
// # Why it matters
//
// The event puts the object back on the queue, the next pass writes again, and so on for ever, although there is
// nothing to do. If the reconciler writes the time, this happens once a second, because times in the API have
// seconds. If it writes two values in turn, it happens as fast as the API server answers. No error is logged, and
// events bypass the queue's limiter. The API server and everybody who watches the type pay for it.
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
//   - Other things that differ each time, such as lists in the order of a map.
//   - Writes in functions of which neither the name nor the code says that they write the status.
//   - Conditions from functions of packages that import nothing of controller-runtime.
//   - Controllers whose builder is in another package.
package rl4006

import _ "embed"

//go:embed doc.go
var doc string
