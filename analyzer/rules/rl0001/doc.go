// Package rl0001 reports: directive that is not well formed.
//
// # RL0001: directive that is not well formed
//
// A comment that suppresses a finding names the rule and gives a reason:
//
//	//rllint:ignore RL1001,RL1003 retries of this controller are rare
//	//rllint:file-ignore RL1002 generated; fixed in the generator
//
// The rule reports a comment without a reason or a rule, or with a rule that does not exist. It also reports
// missing commas between rules, a misspelt directive, and a space after the slashes.
//
// # Why it matters
//
// When an outage leads to a controller whose finding was suppressed, the reason tells you whether somebody
// understood the finding or only silenced it. A directive that names no rule suppresses nothing, although it looks
// as if it did.
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
// golangci-lint's nolintlint checks //nolint directives. staticcheck checks its own directives that name no rule
// of rllint.
package rl0001

import _ "embed"

//go:embed doc.go
var doc string
