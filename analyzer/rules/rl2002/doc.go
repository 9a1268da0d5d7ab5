// Package rl2002 reports: controller set up twice.
//
// # RL2002: controller set up twice
//
//	bucket.Setup(mgr, o)
//	queue.Setup(mgr, o)
//	bucket.Setup(mgr, o)
//
// Main sets up the same controller two times for one manager. The rule also reports two controllers with one name,
// which is that of their kind in lower case where Named gives none.
// There is a finding at each of the two calls, since either may be the one to remove.
//
// # Why it matters
//
// From controller-runtime v0.19 on the second one is refused, and the program ends while it
// starts. Before, and with SkipNameValidation, both run: each object is reconciled twice at the same
// time, with twice the workers, and the two write over each other.
//
// # What to do
//
// Before:
//
//	for _, setup := range []func(ctrl.Manager, controller.Options) error{
//		bucket.Setup,
//		queue.Setup,
//		bucket.Setup,
//	} {
//
// After:
//
//	for _, setup := range []func(ctrl.Manager, controller.Options) error{
//		bucket.Setup,
//		queue.Setup,
//	} {
//
// The finding is a note unless both calls stand in one function, each where a run that comes to the other comes to it too:
// a condition may choose between them.
//
// # What it does not find
//
// Two controllers for one kind under names of their own. Set-ups of which a run makes only one, such as those in the
// branches of one condition. Different controllers of one name where names are not looked at, and those of one loop
// where SkipNameValidation is set. Names that are
// made at run time.
package rl2002

import _ "embed"

//go:embed doc.go
var doc string
