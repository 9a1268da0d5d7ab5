// Package rl1002 reports: reconciler not wrapped in global-rate middleware.
//
// # RL1002: reconciler not wrapped in global-rate middleware
package rl1002

import _ "embed"

//go:embed doc.go
var doc string
