// Package rl6007 reports: keys of a queue that are never equal.
//
// # RL6007: keys of a queue that are never equal
//
//	AddFunc: func(obj any) { queue.Add(obj) },
//
// The items of a queue are objects of the API, or a limiter is asked about one.
//
// # Why it matters
//
// A queue tells items apart with ==. Two pointers to the same object, read at two times, are two items. The queue
// does not merge their events, and two workers handle them at the same time. Each pointer shows the state at its
// event, not the newest. The limiter counts the failures of each pointer separately. So each new event of a failing
// object begins its back-off anew, and the limiter keeps every pointer in its map.
//
// The same happens to a limiter that a reconciler asks itself: limiter.When(obj) starts at the first delay each time
// the object is read anew.
//
// # What to do
//
// Use as the key what names the object, and read the object when the key is handled.
//
// Before:
//
//	AddFunc: func(obj any) { queue.Add(obj) },
//
// After:
//
//	AddFunc: func(obj any) {
//		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
//			queue.Add(key)
//		}
//	},
//
// # When it is a note
//
// The finding is a note if it is about a queue: a worker may need the object itself, or each item may be an event that
// must not be merged. Of a queue with keys of several types it names one. About a limiter that is asked, it is a warning.
//
// # What it does not find
//
//   - Pointers to anything but objects of the API, and structs with such a pointer in a field.
//   - Objects that are created where they are added.
//   - Keys of type any, unless they are what an event handler is called with. Where the code asks whether that is
//     a text, it is none.
package rl6007

import _ "embed"

//go:embed doc.go
var doc string
