// Package rl6007 reports: keys of a queue that are never equal.
//
// # RL6007: keys of a queue that are never equal
//
// The items of a queue are pointers, interfaces that hold objects, or structs with such fields.
//
// # Why it matters
//
// A queue tells items apart with ==. Two pointers to the same object, read at two times, are two
// items. The queue does not merge their events, and two workers handle them at the same time. Each
// pointer shows the state at its event, not the newest. The limiter counts the failures of each
// pointer separately, so each new event of an object that fails begins its back-off anew, and the
// limiter keeps each in its map. A fix in kcp's syncer replaced the object in its key by a name
// (kcp-dev/kcp#482).
//
// The same happens to a limiter that a reconciler asks itself: limiter.When(obj) starts at the first delay each time the
// object was read anew.
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
// One finding names all types of a queue's keys. It is a note: a worker may need the object itself, or each item may be an event
// that must not be merged. Of a limiter that is asked, it is a warning.
//
// # What it does not find
//
// Pointers to a piece of work that is created where it is added and always forgotten. Fields of type any, unless a
// pointer or what an event handler is called with is written into one where the key is added.
package rl6007

import _ "embed"

//go:embed doc.go
var doc string
