// Package rl6005 reports: events count as failures.
//
// # RL6005: events count as failures
//
// An event handler, of an informer or of controller-runtime, adds items with AddRateLimited. It
// does so in a function literal in its fields, in a method such as OnAdd or Create, or in a
// function that these call. So does code that reads a watch's events itself.
//
// # Why it matters
//
// AddRateLimited counts a failure of the item and makes it wait for the limiter. At start, each
// object is an event: 5,000 of them wait 500 s behind client-go's default bucket, which lets 10 a
// second through. An object that changes often waits longer after each change, up to 1000 s, though
// nothing has failed. Kubernetes found it in its endpoints controller
// (kubernetes/kubernetes#75577), cert-manager in its issuers (cert-manager/cert-manager#7455).
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
// # What it does not find
//
// Branches for errors. Limiters that remember nothing of items, such as a bucket alone. Limiters of
// the program's own types, with which some programs merge events on purpose.
//
// The finding is a note if that may be so: the code of the package does not tell which limiter the
// queue has, or its controllers have a limiter that the package does not make of client-go's. It is
// a note too if other event handlers add items of the same queue with Add.
package rl6005

import _ "embed"

//go:embed doc.go
var doc string
