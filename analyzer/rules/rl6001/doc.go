// Package rl6001 reports: an item is not given back to its queue.
//
// # RL6001: an item is not given back to its queue
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
// A worker takes an item from a client-go queue with Get, and on some path nothing calls Done for it. Here that is the path of an error.
// The rule follows calls of the package's own functions, deferred calls, and function literals. A note says where nobody looks at the item
// that is taken, though not all items are one constant, and where an event handler calls Done: it has taken no item, but a worker may have
// one of the same key, and then a second worker is handed it at the same time.
//
// # Why it matters
//
// Until Done is called, the queue counts the item as being worked on, and holds back whatever is added with the same
// key. Nothing handles that object again until the process restarts, and nothing is logged. In KubeEdge, two
// continue statements between Get and Done made nodes ignore single objects from then on (kubeedge/kubeedge#3743).
// In Kyverno, an early return did the same for resources to be deleted (kyverno/kyverno#7964).
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
// # What it does not find
//
//   - Paths through functions of other packages.
//   - Workers that get their items through a channel, or from a function of the program that takes them from the queue.
//   - A worker that never calls Done itself, if other packages can reach its queue.
//   - Paths on which the worker's context or stop channel says that the program ends.
package rl6001

import _ "embed"

//go:embed doc.go
var doc string
