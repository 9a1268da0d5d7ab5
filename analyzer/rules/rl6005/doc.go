// Package rl6005 reports: events count as failures.
//
// # RL6005: events count as failures
//
//	AddFunc: func(obj any) { c.queue.AddRateLimited(key(obj)) },
//
// An event handler, of an informer or of controller-runtime, adds items with AddRateLimited. It may be a function
// literal in a field of the handler, a method such as OnAdd or Create, or a function that these call.
//
// # Why it matters
//
// AddRateLimited counts a failure of the item and makes it wait for the limiter. At start, each object is an event.
// Behind client-go's default bucket, which lets 10 a second through, 5,000 of them wait 500 s. An object that
// changes often waits longer after each change, up to 1000 s, though nothing has failed. Kubernetes found this in
// its endpoints controller (kubernetes/kubernetes#75577), and cert-manager in its issuers
// (cert-manager/cert-manager#7455).
//
// # What to do
//
// Call Add for what events bring. The queue merges events for one key while the key waits.
//
// Before:
//
//	AddFunc: func(obj any) { c.queue.AddRateLimited(key(obj)) },
//
// After:
//
//	AddFunc: func(obj any) { c.queue.Add(key(obj)) },
//
// To wait for more events before an item is handled, use AddAfter.
//
// # When it is a note
//
// The finding is a note
//
//   - if the code of the package does not tell which limiter the handler's own queue has: it may be one that merges
//     events on purpose;
//   - if other event handlers add items of the same queue with Add.
//
// # What it does not find
//
//   - Branches for errors.
//   - Code that reads a watch's events itself.
//   - Limiters that remember nothing of items, such as a bucket alone.
//   - Limiters of the program's own types, with which some programs merge events on purpose.
package rl6005

import _ "embed"

//go:embed doc.go
var doc string
