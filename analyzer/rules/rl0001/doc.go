// Package rl0001 reports: directive that is not well formed.
//
// # RL0001: directive that is not well formed
//
// A comment that suppresses a finding says what it suppresses and why:
//
//	//rllint:ignore RL1001,RL1003 retries of this controller are rare
//	//rllint:file-ignore RL1002 generated; fixed in the generator
//
// The rule reports a comment that has no reason or no rule, or names a rule that does not exist. It
// also reports missing commas between rules, a misspelt verb, and a space after the slashes.
//
// # Why it matters
//
// When an outage leads to a controller whose finding was suppressed, the reason is
// what tells whether the finding was understood or only silenced. And a directive
// that names no rule suppresses nothing, although it looks as if it did.
//
// # What to do
//
// Before:
//
//	//rllint:ignore RL1001
//	return b.Complete(r)
//
// After:
//
//	//rllint:ignore RL1001 a single object, reconciled once a day
//	return b.Complete(r)
//
// # What it does not find
//
// Directives of golangci-lint (//nolint) are checked by its own nolintlint, and those
// of staticcheck that name no rule of rllint by staticcheck.
package rl0001

import _ "embed"

//go:embed doc.go
var doc string
