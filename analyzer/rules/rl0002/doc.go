// Package rl0002 reports: directive that suppresses nothing.
//
// # RL0002: directive that suppresses nothing
//
// A //rllint:ignore or //rllint:file-ignore comment is reported when none of the
// rules it names has a finding where it stands.
//
// # Why it matters
//
// Such a comment is left over from a finding that was fixed, or it never stood in the
// right place. It would silence the next finding there, which nobody has looked at.
//
// # What to do
//
// Remove the comment, or move it to the line of the finding or above the
// statement that holds it. Of an if, for or func, a comment above covers the head
// and not the body.
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
// A comment at a controller whose limits its callers decide is never reported:
// whether one of them has a finding there is not known where the controller is.
// Directives of golangci-lint (//nolint) are checked by its own nolintlint.
package rl0002

import _ "embed"

//go:embed doc.go
var doc string
