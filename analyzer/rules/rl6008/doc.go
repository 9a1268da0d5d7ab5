// Package rl6008 reports: an item is dropped after an error.
//
// # RL6008: an item is dropped after an error
//
// There is an error while a worker has an item, and on the way to its end nothing adds the item again:
// neither AddRateLimited nor AddAfter nor Add, and nobody asks how often it was tried.
//
// # Why it matters
//
// What the item stands for is not done, and nothing will do it until the object
// changes, or the informer lists everything again, which many never do. A short failure of the API server
// then leaves objects as they are for hours. The Containerized Data Importer's controllers logged
// the error and went on with the next item (kubevirt/containerized-data-importer#1015).
//
// # What to do
//
// Add the item again with AddRateLimited. Where it is given up on purpose, call Forget, which says so.
//
// Before:
//
//	if err := c.sync(key); err != nil {
//		utilruntime.HandleError(err)
//		return true
//	}
//
// After:
//
//	if err := c.sync(key); err != nil {
//		utilruntime.HandleError(err)
//		c.queue.AddRateLimited(key)
//		return true
//	}
//
// # What it does not find
//
// Errors that the code tells from others, such as those of objects that are not there, or by whether they are temporary; keys that
// cannot be parsed; ways that call Forget; ways to an end of the worker that others reach which add the item again; errors that functions without queues keep to themselves.
package rl6008

import _ "embed"

//go:embed doc.go
var doc string
