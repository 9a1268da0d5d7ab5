// Package rl6003 reports: failures of an item are not forgotten.
//
// # RL6003: failures of an item are not forgotten
//
// A worker calls AddRateLimited after errors, but when it succeeds or gives up, nothing calls Forget for the item. AddAfter takes back no
// failure, so this goes for an item that comes back after some time, too. It is worse where a success adds the item with AddRateLimited.
//
// # Why it matters
//
// The queue's limiter remembers how often each key has failed until Forget is called. Without Forget a success does
// not count. The next error waits as long as if all earlier ones had come in a row, up to 1000 s with client-go's
// default. The limiter also keeps every key it has seen, even of objects that are long gone. Calico's controllers
// called Forget only after an error (projectcalico/kube-controllers#594). Argo Workflows never called it for the
// pods that it cleans up (argoproj/argo-workflows#8061).
//
// A worker may ask NumRequeues whether to give up an item. That number then counts the failures of months, and the item
// is given up after an error that one more try would have mended.
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
// # When it is a note
//
// The finding is a note
//
//   - if the worker gives up the item after an error that the code tells from others, which may be no failure;
//   - if the worker gives up the item, and other code forgets it later;
//   - if some items that succeed are not forgotten, but others are, and no NumRequeues decides when an item is given up;
//   - if the worker returns before it comes to Forget. It is a warning if it does so because a lister says that the
//     object is gone, and no other code forgets the item;
//   - if event handlers add items with AddRateLimited, and RL6008 reports that the item is dropped. Each event then
//     counts as a failure, and nothing takes it back.
//
// # What it does not find
//
//   - Errors after which RL6008 already says that the item is dropped.
//   - Queues on which AddRateLimited is never called, because they have nothing to forget.
//   - Limiters that remember nothing of items, such as a bucket alone, and the program's own types of limiters.
//   - Items whose key itself is wrong.
//   - Items that are kept on purpose: a parameter, a setting or the result of the work decides whether they are
//     forgotten.
package rl6003

import _ "embed"

//go:embed doc.go
var doc string
