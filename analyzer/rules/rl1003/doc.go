// Package rl1003 reports: MaxConcurrentReconciles unrelated to max-reconcile-rate.
//
// # RL1003: MaxConcurrentReconciles unrelated to max-reconcile-rate
//
// The number of workers that really runs does not derive from max-reconcile-rate, the
// number by which people say how many reconciles a second the whole program may make: it
// is a constant, comes from another flag or setting, or is set nowhere, which makes it 1.
// The number that counts is the controller's own,
// else the manager's for its kind, else the manager's, else 1. A flag, environment
// variable, setting or field called max-reconcile-rate in any usual spelling counts,
// and so does the very value that also sets the global limiter's rate. Arithmetic on
// the rate still derives from it.
//
// # Why it matters
//
// One worker that waits two seconds for a cloud API makes half a reconcile a second,
// whatever the flag promises: raising --max-reconcile-rate in an incident then
// changes nothing, and the queue keeps growing. Two hundred workers under a rate of
// ten hold two hundred objects and connections for no gain.
//
// # What to do
//
// In a provider for Crossplane main puts the rate into the options of all controllers.
//
// Before:
//
//	o := controller.Options{
//		MaxConcurrentReconciles: 1,
//		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
//	}
//
// After:
//
//	o := controller.Options{
//		MaxConcurrentReconciles: *maxReconcileRate,
//		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
//	}
//
// Where one number reaches many controllers there is one finding, at the number; it
// names how many. Where neither the controllers nor the manager set it, the finding
// stands where the manager is made.
//
// In a project made with kubebuilder the manager has the number for all controllers that
// set none, here from the package that rllint brings ([docs/runtime.md]):
//
//	limits, err := ratelimiter.New(*maxReconcileRate)
//	…
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{Controller: limits.ManagerDefaults()})
//
// In a program without a max-reconcile-rate the rule finds where a setting for the number of workers has no effect:
//
//   - it is for all controllers by its name, such as --reconcile-concurrency, reaches some of them, and this one, which sets nothing,
//     runs one worker;
//   - the manager has it for the kind of this controller, whose own constant goes before it;
//   - the package reads the flag into a variable's options when it is initialised, before flags are parsed.
//
// # What it does not find
//
// Whether the number suits the work. A number that a controller takes from callers
// outside the analysed packages is not judged.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1003

import _ "embed"

//go:embed doc.go
var doc string
