// Package rl6007 reports: keys of a queue that are never equal.
//
// # RL6007: keys of a queue that are never equal
//
// The items of a queue are pointers, interfaces that hold objects, or structs with such fields.
//
// # Why it matters
//
// A queue tells items apart with ==. Two pointers to what is the same object at two times are two
// items: events for it are not merged, two workers handle it at the same time, and the
// state of the pointer is that of the event, not the newest. The limiter counts failures of each of them apart, so that
// nothing backs off, and keeps each in its map. kcp's syncer had the object in its key until it was changed to a name
// (kcp-dev/kcp#482).
//
// # What to do
//
// Make the key of what names the object, and read the object when the key is handled.
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
// # What it does not find
//
// Pointers to a piece of work that is made where it is added and always forgotten.
package rl6007

import _ "embed"

//go:embed doc.go
var doc string
