// Package rl6008 reports: an item is dropped after an error.
//
// # RL6008: an item is dropped after an error
//
//	if err := c.sync(key); err != nil {
//		utilruntime.HandleError(err)
//		return true
//	}
//
// A worker meets an error while it has an item, and on the path to its end nothing adds the item again. It calls
// neither AddRateLimited nor AddAfter nor Add, and nothing asks how often the item was tried.
//
// # Why it matters
//
// The work for the item is not done. It is done only when the object changes or the informer lists everything again,
// which many informers never do. A short failure of the API server then leaves objects as they are for hours. The
// Containerized Data Importer's controllers logged the error and went on with the next item
// (kubevirt/containerized-data-importer#1015).
//
// # What to do
//
// Add the item again with AddRateLimited. To give up on purpose, call Forget, which says so.
//
// Before:
//
//	if err := c.sync(key); err != nil {
//		utilruntime.HandleError(err)
//		return true
//	}
//
// After:
//
//	if err := c.sync(key); err != nil {
//		utilruntime.HandleError(err)
//		c.queue.AddRateLimited(key)
//		return true
//	}
//
// # When it is a note
//
// The finding is a note if what the code prints at the error says that nothing retries it. A comment is no reason: it
// may say what the code does not do. It is also a note if the code asks whether an error of a lister means a missing
// object: no lister has another error.
//
// # What it does not find
//
//   - Errors that the code tells from others, for example by asking whether the object is missing or the error is
//     temporary. If the object is not missing, the error counts.
//   - Other errors of listers, which only say that the object is missing.
//   - Functions that take an item for their caller, and return it or something made of it.
//   - Keys that cannot be parsed or are reported as invalid.
//   - Paths on which the worker's context or stop channel says that the program ends.
//   - Errors of functions that try again by themselves and are named so, such as updateWithRetry. The same goes for
//     Kubernetes' functions that do, such as wait.ExponentialBackoff.
//   - Items that are put into a list, a map or a channel, where other code finds them.
//   - Paths that call Forget, unless what the code prints right before that says that the item is tried again.
//   - Paths to an end of the worker that other paths reach after adding the item again.
//   - Errors that nobody looks at, and those that functions without queues keep to themselves.
package rl6008

import _ "embed"

//go:embed doc.go
var doc string
