// Package rl6002 reports: an error is retried without back-off.
//
// # RL6002: an error is retried without back-off
//
//	if err := c.sync(key); err != nil {
//		c.queue.Add(key)
//		return true
//	}
//
// After an error, this worker puts its item back on the queue with Add.
//
// It does so, too, where the function that it calls adds the item with Add, returns the error, and the worker then calls AddRateLimited.
//
// The rule also finds AddRateLimited followed by Forget on the same path: Forget erases the failure that was just
// counted. A deferred Forget does so on every path. So does a Forget that comes before AddRateLimited each time.
//
// A note says where informers resync every five minutes or more often, by a constant, and handlers of updates add each object to a queue
// without a look at the old one: each resync adds all objects, also those that wait for their back-off.
//
// # Why it matters
//
// Add puts the item at the end of the queue at once. The workers then retry an object that always fails as fast as
// they can. Each try sends requests to the API server or to a cloud. Forget after AddRateLimited has the same
// effect: each retry waits only as long as the first, 5 ms with client-go's default. Karmada's scheduler and NGINX's
// controller for external DNS did the first (nginx/kubernetes-ingress#4504). kcp's syncer did the second
// (kcp-dev/kcp#482).
//
// # What to do
//
// Call AddRateLimited after an error, and Forget after success.
//
// Before:
//
//	if err := c.sync(key); err != nil {
//		c.queue.Add(key)
//		return true
//	}
//
// After:
//
//	if err := c.sync(key); err != nil {
//		c.queue.AddRateLimited(key)
//		return true
//	}
//	c.queue.Forget(key)
//
// # What it does not find
//
//   - An item that goes to another queue, or comes back with AddAfter or AddWithOpts.
//   - A poll: the same call adds the item where there was no error, too.
//   - The first tries, as NumRequeues counts them, if AddRateLimited is called elsewhere on the queue.
//   - Errors that the code tells from others, if AddRateLimited is called elsewhere on the queue.
//   - Another key than the worker's. It counts if it is made from the object that the worker read by its own key. It
//     also counts if it is a constant, and the worker does the same for each key.
//   - A worker that waits before it adds the item, or lets a timer add it.
//   - A Forget on limiters that remember nothing of items, such as a bucket alone, and on the program's own types of
//     limiters.
package rl6002

import _ "embed"

//go:embed doc.go
var doc string
