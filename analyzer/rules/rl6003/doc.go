// Package rl6003 reports: failures of an item are not forgotten.
//
// # RL6003: failures of an item are not forgotten
//
// A worker calls AddRateLimited after errors, but when it succeeds or gives up, nothing calls
// Forget for the item.
//
// # Why it matters
//
// The queue's limiter remembers how often each key has failed until Forget is called. Without
// Forget a success does not count. The next error waits as long as if all earlier ones had come in
// a row, up to 1000 s with client-go's default. The limiter also keeps every key it has seen, even
// of objects that are long gone. Calico's controllers called Forget only after an error
// (projectcalico/kube-controllers#594). Argo Workflows never called it for the pods that it cleans
// up (argoproj/argo-workflows#8061).
//
// # What to do
//
// Call Forget when nothing more is to be done for the item.
//
// Before:
//
//	if err := c.sync(key); err != nil {
//		c.queue.AddRateLimited(key)
//	}
//	return true
//
// After:
//
//	if err := c.sync(key); err != nil {
//		c.queue.AddRateLimited(key)
//		return true
//	}
//	c.queue.Forget(key)
//	return true
//
// If nothing in the package calls Forget, the fix calls it after the branch for the error, unless
// other code follows there.
//
// The finding is a note where an item is given up after an error that the code tells from others, as it may be none.
//
// # What it does not find
//
// Errors after which RL6008 already says that the item is dropped, unless event handlers add items
// with AddRateLimited: then each event counts as a failure, which nothing takes back. A note says
// so. It is a note too that an item is given up, if other code forgets it later, that some items which
// succeed are not forgotten, if others are, and that a worker returns before it comes to Forget, unless
// it gives up there because of NumRequeues, or a lister says that the item's own object is gone. Queues on which AddRateLimited is never called: they have
// nothing to forget. Limiters that remember nothing of items, such as a bucket alone, and limiters
// of the program's own types. Items whose key itself is wrong. Items that are forgotten only if a
// parameter, a setting or the work's own result says so: where it says no, that is meant.
package rl6003

import _ "embed"

//go:embed doc.go
var doc string
