// Package rl6001 reports: an item is not given back to its queue.
//
// # RL6001: an item is not given back to its queue
//
// A worker takes an item from a queue of client-go's with Get, and on some way through the
// worker nothing calls Done for it. Calls of the package's own functions are followed, deferred ones
// and those in function literals too.
//
// # Why it matters
//
// Until Done is called the queue counts the item as being worked on. It keeps back whatever
// is added with the same key, for ever: that object is never handled again until the process
// restarts, and nothing is logged. In KubeEdge two continue statements between Get
// and Done made nodes deaf for single objects (kubeedge/kubeedge#3743), in Kyverno
// an early return did so for resources to be deleted (kyverno/kyverno#7964).
//
// # What to do
//
// Defer Done right after Get, in a function that handles one item.
//
// Before:
//
//	key, quit := c.queue.Get()
//	if quit {
//		return false
//	}
//	if err := c.sync(key); err != nil {
//		return true
//	}
//	c.queue.Done(key)
//
// After:
//
//	key, quit := c.queue.Get()
//	if quit {
//		return false
//	}
//	defer c.queue.Done(key)
//
// Where a function takes one item and nothing in the package gives any back, the fix defers Done after Get.
//
// # What it does not find
//
// Ways through functions of other packages, and Done on a queue that other packages have.
package rl6001

import _ "embed"

//go:embed doc.go
var doc string
