// Package rl4006 reports: a reconciler that wakes itself.
//
// # RL4006: a reconciler that wakes itself
//
// On each pass that succeeds the reconciler writes something into the status of its object that was not there before: the time,
// or a condition that it removes and then sets again, which gets a new transition time. The write is an event of the object that the
// controller watches, and no predicate keeps it away.
//
// # Why it matters
//
// The event puts the object back on the queue, the next pass writes again, and so on for ever, with nothing to do: one write a second for
// each object, since times in the API have seconds. No error is logged, events bypass the queue's limiter, and the API server and
// everybody who watches the type pay for it.
//
// # What to do
//
// Write the time only where something else has changed, or let the controller look at changes of the specification alone.
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
// SetStatusCondition keeps the time of a condition whose status stays. A predicate does it too:
//
//	For(&v1.Pool{}, builder.WithPredicates(predicate.GenerationChangedPredicate{}))
//
// # What it does not find
//
// Writes that a condition on the object guards, or that come after one; other things that differ each time, such as lists in the order of a map;
// writes by functions of which neither the name nor the code says that they write the status; controllers whose builder is in another package.
package rl4006

import _ "embed"

//go:embed doc.go
var doc string
