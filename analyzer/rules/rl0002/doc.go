// Package rl0002 reports: directive that suppresses nothing.
//
// # RL0002: directive that suppresses nothing
//
// The rule reports a //rllint:ignore or //rllint:file-ignore comment if none of the rules it names has a finding
// where the comment stands.
//
// # Why it matters
//
// Such a comment is left over from a finding that was fixed, or it was never in the right place. It would silence
// the next finding there, before anybody looked at it.
//
// # What to do
//
// Remove the comment, or move it to the line of the finding or above the statement that contains it. Above an if,
// for or func, a comment covers the head and not the body.
//
// Before:
//
//	//rllint:ignore RL1001 reason
//	func Setup(mgr ctrl.Manager) error {
//		return ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{}).Complete(r)
//	}
//
// After:
//
//	func Setup(mgr ctrl.Manager) error {
//		//rllint:ignore RL1001 reason
//		return ctrl.NewControllerManagedBy(mgr).For(&v1.Pod{}).Complete(r)
//	}
//
// # What it does not find
//
// Comments at a controller whose limits come from its callers. Where the controller is, it is not known whether
// one of the callers causes a finding there. golangci-lint's nolintlint checks //nolint directives.
package rl0002

import _ "embed"

//go:embed doc.go
var doc string
