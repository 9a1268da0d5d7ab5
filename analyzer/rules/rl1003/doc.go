// Package rl1003 reports: number of workers that ignores the program's rate.
//
// # RL1003: number of workers that ignores the program's rate
//
//	o := controller.Options{
//		MaxConcurrentReconciles: 1,
//		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
//	}
//
// People set --max-reconcile-rate to say how many reconciles a second the whole program may make. In this program every
// controller has one worker, whatever they say.
//
// The rule reports a number of workers that does not come from the rate: a constant, or no number
// at all, which means 1. The number of a controller's own options counts first, then the manager's
// for its kind, then the manager's, then 1. Arithmetic on the rate is fine. The rate is a flag,
// variable, setting or field called max-reconcile-rate in any usual spelling. Whatever sets the
// rate of the limiter that all controllers ask is the rate too.
//
// A number from another flag is a note: its authors decided that. There is one note for each flag.
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
//   - it is for all controllers by its name, such as --reconcile-concurrency, and reaches some of them; this one of the same
//     manager sets nothing and runs one worker (a note where it reaches fewer than three, for which alone it may be);
//   - the manager has it for the kind of this controller, whose own constant goes before it;
//   - the package reads the flag when it is initialised, before flags are parsed, into options or into a variable
//     of its own, where the flag is named for workers.
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
