// Package rl4010 reports: a conflict is retried with the same object.
//
// # RL4010: a conflict is retried with the same object
//
//	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
//		return r.Update(ctx, pod)
//	})
//
// client-go's retry.RetryOnConflict or retry.OnError calls a function literal again after a conflict. The literal updates an object of the
// function around it, and does not read that object again. Or it returns an error of its own in place of the conflict, or that of reading
// the object again, which is nil where that goes well. Or it tells a poll after a conflict that it is done. The literal may call a function
// of the user's modules, by an interface too, that only updates what it is handed. The rule also looks at polls whose function asks
// IsConflict, at functions of the user's modules that hand a literal to client-go or call it until it does not fail, or as long as they are
// told by another function to, and at loops that go on after a conflict with an object from before the loop or a copy of it, or that get it
// anew into one variable and update another.
//
// Or the literal writes an object just as it has read it again, although the function around it has set a part of it before: that is lost.
//
// Or the literal puts the answer of an update by a clientset, which is an empty object where that fails, in the place of the object by
// whose name it gets it: the next try asks for an object without a name. That is a note. So it is where the literal reads what it writes
// by a lister, and retry.DefaultRetry has it called again at once: the informer's cache may not have the change yet that conflicts.
//
// Or the literal gives what it writes the resource version of an object that it does not read again. And without any retry an update
// conflicts each time, where one of a clientset before it in the same function has written the object, and the code throws the answer away
// that has the new version. Where an update by controller-runtime's client fails, a branch for any error that updates the same object
// another way, such as the whole of it in place of its status, fails after a conflict too: that is a note.
//
// Or the code asks whether an update has conflicted, and updates the object again as it is. Or it goes on with an object, or with a locked
// patch, from before a request that has written a copy of it. Or the status is set, an update or a patch of the whole object follows, and
// then one of the status: the API server leaves the status out of the first, and its answer puts the one that is stored in the place of
// what was set. So it is with the spec and an update of the status.
//
// A patch that is made from the object itself, or from a copy that was made after the change, is empty. So it is where the copy is changed
// and the original sent.
//
// An update of an object that is made, of a kind that is not Kubernetes' own, fails each time, since it has no resource version: that is a
// note where the function creates the same object in another branch, and reads the one that is there into another variable.
//
// # Why it matters
//
// An update conflicts if the object has changed since it was read: its resource version is an old one. A second try with the same resource
// version conflicts again, as does each further one. The retry costs requests and time, and the update is as lost as without it. If the
// literal returns another error, RetryOnConflict takes that for final and tries nothing again.
//
// # What to do
//
// Get the object in the literal, and change it there.
//
// Before:
//
//	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
//		return r.Update(ctx, pod)
//	})
//
// After:
//
//	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
//		if err := r.Get(ctx, key, pod); err != nil {
//			return err
//		}
//		pod.Labels["done"] = "true"
//		return r.Update(ctx, pod)
//	})
//
// A patch needs no retry, unless it is made with MergeFromWithOptimisticLock; nor does a server-side apply. A reconciler may also return
// the conflict: its request comes back.
//
// # What it does not find
//
//   - Retries by other libraries than client-go, apimachinery, cenkalti/backoff and avast/retry-go.
//   - Objects that are given the resource version of another one that the function reads.
//   - Literals that hand the object to another function which may fail or waits: it may read the object.
//   - Loops that hand the object to any function but the one that updates it.
//   - Methods that are handed over by name.
//   - Retries by retry.OnError whose function says no to conflicts.
package rl4010
