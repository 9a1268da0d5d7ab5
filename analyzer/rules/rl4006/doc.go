// Package rl4006 reports: a reconciler that wakes itself.
//
// # RL4006: a reconciler that wakes itself
//
// On each successful pass, the reconciler writes something new into the status of its object. It
// may be the current time, or a condition that it removes and sets again, which gets a new
// transition time. The controller watches the object, so the write is an event, and no predicate
// filters it out.
//
// # Why it matters
//
// The event puts the object back on the queue, the next pass writes again, and so on for ever, with
// nothing to do. Each object is written once a second, since times in the API have seconds. No
// error is logged, and events bypass the queue's limiter. The API server and everybody who watches
// the type pay for it.
//
// # What to do
//
// Write the time only when something else has changed, or let the controller react only to changes
// of the spec.
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
// SetStatusCondition keeps the time of a condition whose status does not change. A predicate works
// too:
//
//	For(&v1.Pool{}, builder.WithPredicates(predicate.GenerationChangedPredicate{}))
//
// # What it does not find
//
// Writes that a condition on the object guards, or that come after one. Other things that differ
// each time, such as lists in the order of a map. Writes in functions of which neither the name nor
// the code says that they write the status. Controllers whose builder is in another package.
package rl4006

import _ "embed"

//go:embed doc.go
var doc string
