// Package rl1003 reports: MaxConcurrentReconciles unrelated to max-reconcile-rate.
//
// # RL1003: MaxConcurrentReconciles unrelated to max-reconcile-rate
package rl1003

import _ "embed"

//go:embed doc.go
var doc string
