// Package rl6004 reports: the limiter of a queue is never asked.
//
// # RL6004: the limiter of a queue is never asked
//
// A package makes a queue with a limiter and takes items from it, but nothing ever calls AddRateLimited on it.
//
// # Why it matters
//
// A queue asks its limiter only in AddRateLimited. With Add and AddAfter alone, it has no back-off, whatever limiter
// it has. NumRequeues stays 0, so a limit on retries is never reached. Knative Serving resolved image tags like
// this. The back-off in its configuration did nothing, and it asked registries again and again
// (knative/serving#11256).
//
// # What to do
//
// Call AddRateLimited after errors and Forget after success, or make the queue without a limiter.
//
// Before:
//
//	queue := workqueue.NewTypedRateLimitingQueue(limiter)
//	queue.Add(key)
//
// After:
//
//	if err := sync(key); err != nil {
//		queue.AddRateLimited(key)
//	} else {
//		queue.Forget(key)
//	}
//
// # When it is a note
//
// The finding is a note if no worker meets an error that needs another try. It is also a note if [RL6008] says that
// such an error drops the item. It stays a warning if the package calls AddAfter on the queue.
//
// # What it does not find
//
//   - Queues that other packages have, through exported fields and functions or as an argument.
//   - Queues whose items come back with AddAfter, after the delay of another limiter. RL2003 reports that if nothing makes
//     this limiter forget.
//   - Queues for which RL6002 already reports that an error is retried with Add.
//
// [RL6008]: https://github.com/rllint/rllint/blob/main/docs/rules/RL6008.md
package rl6004

import _ "embed"

//go:embed doc.go
var doc string
