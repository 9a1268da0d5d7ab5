// Package selfwake finds reconcilers that wake themselves: on each pass that succeeds they write something into the
// object they watch that was not there before, such as the time, and no predicate keeps the event of that away from them.
//
// # Contract
//
// A [Wake] is a write that comes on each pass, of a field that is other each time:
//
//	obj.Status.LastSeen = metav1.Now()
//	return ctrl.Result{}, r.Status().Update(ctx, &obj)
//
// Any condition that looks at the object, and any comparison of what is written with what was there, is taken for one that ends the loop:
// what is reported has none.
//
// # What is not followed
//
// Values: it goes by syntax, in one package and what others say of the conditions that they make ([Makers]), through the functions that
// Reconcile calls on each pass with the object. An object that is kept in a field, or copied, is not followed.
package selfwake
