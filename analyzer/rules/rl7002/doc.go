// Package rl7002 reports: an event that is lost.
//
// # RL7002: an event that is lost
//
//	AddFunc: func(obj any) {
//		owner, err := c.clientset.AppsV1().Deployments(ns).Get(ctx, name, metav1.GetOptions{})
//		if err != nil {
//			log.Error(err, "cannot get the owner")
//			return
//		}
//		c.queue.Add(key(owner))
//	}
//
// An event handler, or a map function, asks the API server by a clientset or what GetAPIReader returns, or writes with a client, and gives
// the event up where that fails. So does a function of its package that it calls and that returns no error. Or a signal or a GenericEvent
// is sent with select and a default that is empty or returns, on a channel that is made without a buffer. Or a builder watches, with
// EnqueueRequestForObject, objects of another kind than those that the controller is for, and Reconcile reads the request. Or a map
// function asks for objects by the names of a third kind, as that of another controller does.
//
// A note says where a builder is for objects that have no namespace, and a map function puts the namespace of the watched object into its
// requests, which Reconcile takes as they are. So it does where a map function for objects that have none puts their namespace into its
// requests, for objects that have one.
//
// And a note says where a builder watches with Owns, and the program gives objects of that type an owner that is not their controller,
// and never one that is: that watch asks for the controller, unless it has builder.MatchEveryOwner. So it does where a watch asks for
// owners of another kind than that which the controller is for, and Reconcile gets none of these.
//
// Or what client-go calls for a deletion takes what it is handed for the object: DeleteFunc of cache.ResourceEventHandlerFuncs, the
// FilterFunc before it, or a method OnDelete, itself or by a function of its package. If the watch was broken then, that is a
// cache.DeletedFinalStateUnknown. To ask for that after the assertion that it is the object is too late, to ask for a pointer to that is in
// vain, and so is to put that itself in the place of the object. A switch over its type has to have a case for that.
//
// # Why it matters
//
// A handler has no result by which it could be called again. A timeout of the API server, or a moment in which it restarts, loses the
// event: the change is not acted on until something else happens to the object. That may be at the next resync, or never for a deletion.
//
// A send on a channel without a buffer comes to pass only while somebody receives. Each signal that comes while the last one is handled is
// dropped, and what it was sent for waits for the next.
//
// EnqueueRequestForObject asks for an object of the name that the changed one has. If that is a Node, say, and the controller is for
// another kind, there is mostly no object of that name: what was to be done for a new Node is not done. A map function
// that takes its object for one of another kind than the watch's asks for nothing at all.
//
// An assertion that what is deleted is the object panics, or the deletion is dropped, and MetaNamespaceKeyFunc has no key for it. An
// informer tells of a deletion once: what was to be cleaned up stays.
//
// # What to do
//
// Add what names the object to the queue, and ask in the worker: an error there is retried.
//
// Before:
//
//	owner, err := c.clientset.AppsV1().Deployments(ns).Get(ctx, name, metav1.GetOptions{})
//	if err != nil {
//		return
//	}
//	c.queue.Add(key(owner))
//
// After:
//
//	c.queue.Add(ownerKey(obj))
//
// Or read from an informer's lister, which asks nobody.
//
// Give the channel of a signal room for one. Then a signal that comes meanwhile is kept, and more than one are one.
//
// Before:
//
//	trigger := make(chan struct{})
//
// After:
//
//	trigger := make(chan struct{}, 1)
//
// Map the event to the objects that it concerns, with handler.EnqueueRequestsFromMapFunc, if these have names of their own.
//
// Take the object out of what stands for a deletion that was missed, or the key by cache.DeletionHandlingMetaNamespaceKeyFunc.
//
// Before:
//
//	pod, ok := obj.(*corev1.Pod)
//	if !ok {
//		return
//	}
//
// After:
//
//	if missed, ok := obj.(cache.DeletedFinalStateUnknown); ok {
//		obj = missed.Obj
//	}
//	pod, ok := obj.(*corev1.Pod)
//	if !ok {
//		return
//	}
//
// # What it does not find
//
//   - Reads by clients that may have a cache, such as a manager's.
//   - Requests in functions that return an error to the handler, and behind interfaces of other packages.
//   - Deletions that the watch missed where a function of another package takes them.
//   - Channels that carry values, and channels that come from elsewhere.
//   - Controllers whose For, Watches and Complete are not one chain of calls, and sources that a controller watches without a builder.
package rl7002
