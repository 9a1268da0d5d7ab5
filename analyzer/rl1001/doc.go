// Package rl1001 reports: controller built without the shared limiter.
//
// # RL1001: controller built without the shared limiter
package rl1001

import _ "embed"

//go:embed doc.go
var doc string
