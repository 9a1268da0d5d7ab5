// Package rl4014 reports: an object of an informer's cache that is changed in place.
//
// # RL4014: an object of an informer's cache that is changed in place
//
//	pod, err := c.pods.Pods(namespace).Get(name)
//	if err != nil {
//		return err
//	}
//	pod.Labels["app"] = "web"
//	_, err = c.client.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
//	return err
//
// A lister or an informer's store hands out an object, and the function changes that, also where it finds it in a map or a list of its own,
// or hands it to a function of the user's modules that does, or to one of Kubernetes' libraries that sets a condition, a finalizer, an
// owner, a label, a nested field or defaults. To sort a list in the object is a change, too, and so is what is put into a map of a struct
// that is a copy of the object or of a part. Or it changes a part of the object by a variable that points to that, or has a list or a map
// of the object, such as that of its labels, or changes objects where a list has them, or what a filter or a handler of events is handed:
// those are notes.
//
// # Why it matters
//
// Both hand out a pointer to what the cache holds; nothing is copied. The change is in the cache before the API server has it. If the
// write fails, the request is retried, reads the change back and finds nothing left to do: the retry ends well, and the API server never
// gets it, until another event of the object brings what it really has. Other workers and handlers read the change too, while it is made.
//
// # What to do
//
// Before:
//
//	pod, err := c.pods.Pods(namespace).Get(name)
//	if err != nil {
//		return err
//	}
//	pod.Labels["app"] = "web"
//
// After:
//
//	pod, err := c.pods.Pods(namespace).Get(name)
//	if err != nil {
//		return err
//	}
//	pod = pod.DeepCopy()
//	pod.Labels["app"] = "web"
//
// # What it does not find
//
//   - Variables that may hold another object by then, unless that is one which was created because the cache has none.
//   - Objects of a cache.Store or cache.Indexer, unless the package gets that from an informer: else the program may fill it itself.
//   - Objects in fields, and those of generic events.
//   - Changes in other functions of dependencies, but for methods whose names begin with Set.
//   - Objects of controller-runtime's cache, which copies them unless it is told not to.
package rl4014
