// Package rl6003 reports: failures of an item are not forgotten.
//
// # RL6003: failures of an item are not forgotten
//
// A worker calls AddRateLimited after errors, and on a way of success, or where it gives up, nothing
// calls Forget for the item.
//
// # Why it matters
//
// The queue's limiter remembers how often each key has failed until Forget is called. Without
// it a success does not count: the next error waits as long as if all before it had come in
// a row, up to 1000 s with client-go's default. And the limiter keeps every key it
// has seen, also those of objects that are long gone. Calico's controllers called Forget only
// where there had been an error (projectcalico/kube-controllers#594), Argo Workflows never for
// the pods that it cleans up (argoproj/argo-workflows#8061).
//
// # What to do
//
// Call Forget where nothing more is to be done for the item.
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
// Where nothing in the package calls Forget, the fix calls it after the branch for the error, as long as nothing else follows there.
//
// # What it does not find
//
// Queues on which AddRateLimited is never called: there nothing has to be forgotten. Limiters that remember nothing of
// items, such as a bucket alone, and those of types of the program's own. Items whose key itself is wrong.
package rl6003

import _ "embed"

//go:embed doc.go
var doc string
