// Package rl6005 reports: events count as failures.
//
// # RL6005: events count as failures
//
// A handler of an informer, or an event handler of controller-runtime, adds items with AddRateLimited: in a function literal
// in its fields, in a method such as OnAdd or Create, or in a function that one of these calls.
//
// # Why it matters
//
// AddRateLimited counts a failure of the item and makes it wait for the limiter. At a start each
// object is an event: 5,000 of them wait 500 s behind the bucket of client-go's
// default, which lets 10 a second through. An object that changes often waits longer after each
// change, up to 1000 s, though nothing has failed. Kubernetes found it in its endpoints controller
// (kubernetes/kubernetes#75577), cert-manager in its issuers (cert-manager/cert-manager#7455).
//
// # What to do
//
// Add what events bring with Add. The queue merges events for one key as long as it waits.
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
// Branches for errors. Limiters that remember nothing of items, such as a bucket alone, and limiters of the
// program's own types, which some programs have to merge events on purpose.
package rl6005

import _ "embed"

//go:embed doc.go
var doc string
