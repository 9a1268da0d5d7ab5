// Package rl6002 reports: an error is retried without back-off.
//
// # RL6002: an error is retried without back-off
//
// After an error a worker adds its item to the queue again with Add. Or it calls AddRateLimited and
// then, on the same way, Forget, which takes back the failure that has just been counted. A deferred Forget
// does so on every way.
//
// # Why it matters
//
// Add puts the item at the end of the queue at once. An object that always fails is then tried
// again as fast as the workers can, each time with requests to the API server or to a
// cloud. Forget after AddRateLimited has the same end: each retry waits as short as the first one, 5 ms
// with client-go's default. Karmada's scheduler and NGINX's controller for external DNS
// did the first (nginx/kubernetes-ingress#4504), kcp's syncer the second (kcp-dev/kcp#482).
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
// An item that goes to another queue, one that comes back with AddAfter, and, as to Forget, limiters that remember
// nothing of items, such as a bucket alone, and those of types of the program's own.
package rl6002

import _ "embed"

//go:embed doc.go
var doc string
