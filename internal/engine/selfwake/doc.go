// Package selfwake finds reconcilers that wake themselves. On each pass that succeeds they write something new into the
// object they watch, such as the time, and no predicate filters out the event of that write.
//
// # Contract
//
// A [Wake] is a write on each pass, of a field whose value differs each time:
//
//	obj.Status.LastSeen = metav1.Now()
//	return ctrl.Result{}, r.Status().Update(ctx, &obj)
//
// Any condition that looks at the object may end the loop, and so may any comparison of what is written with what was there. So nothing
// is reported if there is one.
//
// # What is not followed
//
// Values: it goes by syntax, through the functions of one package that Reconcile calls on each pass with the object. Other packages
// only say which conditions they make ([Makers]). An object that is kept in a field, or copied, is not followed.
package selfwake
