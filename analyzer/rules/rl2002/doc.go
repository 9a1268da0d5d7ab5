// Package rl2002 reports: controller set up twice.
//
// # RL2002: controller set up twice
//
//	bucket.Setup(mgr, o)
//	queue.Setup(mgr, o)
//	bucket.Setup(mgr, o)
//
// Main sets up the same controller twice for one manager. The rule also reports two controllers with the same name.
// A controller without a call of Named has the name of its kind, in lower case.
//
// There is a finding at each of the two calls, because either may be the one to remove.
//
// # Why it matters
//
// From controller-runtime v0.19 on, the second controller is refused, and the program ends while it starts. In
// earlier versions, and with SkipNameValidation, both run. Each object is then reconciled twice at the same time,
// with twice the workers, and the two controllers overwrite each other's changes.
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
// # When it is a note
//
// The finding is an error only if both calls are in one function, and every run that comes to one call comes to the
// other. Otherwise it is a note, because a condition may choose between the two.
//
// # What it does not find
//
//   - Two controllers for one kind with different names.
//   - Set-ups of which a run makes only one, such as those in the branches of one condition.
//   - Different controllers with one name, if the version of controller-runtime does not check names.
//   - Controllers with one name that one loop sets up, unless it is known that SkipNameValidation is not set.
//   - Names that are made at run time.
package rl2002

import _ "embed"

//go:embed doc.go
var doc string
