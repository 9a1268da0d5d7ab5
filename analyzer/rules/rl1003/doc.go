// Package rl1003 reports: number of workers that ignores the program's rate.
//
// # RL1003: number of workers that ignores the program's rate
//
//	o := controller.Options{
//		MaxConcurrentReconciles: 1,
//		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
//	}
//
// Users set --max-reconcile-rate to say how many reconciles a second the whole program may make. In this program
// every controller has one worker, whatever the flag says.
//
// The rule reports a number of workers that does not come from the rate: a constant, or no number at all, which
// means 1. The number in the controller's own options counts first, then the manager's number for its kind, then
// the manager's, then 1. Arithmetic on the rate is fine. The rate is a flag, variable, setting or field called
// max-reconcile-rate in any usual spelling. Whatever sets the rate of the limiter that all controllers ask also
// counts as the rate.
//
// A number from another flag is only a note, because its authors decided that. There is one note for each flag.
//
// # Why it matters
//
// One worker that waits two seconds for a cloud API makes half a reconcile a second, whatever the flag promises.
// If you raise --max-reconcile-rate in an incident, nothing changes and the queue keeps growing. Two hundred
// workers under a rate of ten hold two hundred objects and connections for no gain.
//
// # What to do
//
// In a Crossplane provider, main puts the rate into the options of all controllers.
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
// If one number reaches many controllers, there is one finding at the number, which says how many. If neither the
// controllers nor the manager set it, the finding is where the manager is made.
//
// In a kubebuilder project, the manager has the number for all controllers that set none. Here it comes from
// rllint's own package ratelimiter ([docs/runtime.md]):
//
//	limits, err := ratelimiter.New(*maxReconcileRate)
//	…
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{Controller: limits.ManagerDefaults()})
//
// In a program without a max-reconcile-rate, the rule reports a setting for the number of workers that has no
// effect:
//
//   - its name says that it is for all controllers, such as --reconcile-concurrency, but it reaches only some
//     of them. This controller of the same manager sets nothing and runs one worker. It is a note if the
//     setting reaches fewer than three controllers, which may be the only ones it is meant for;
//   - main defines a flag that is named for workers with the package pflag, and calls only flag.Parse, which does not
//     know it, or with the package flag, and calls nothing that may parse it;
//   - its name says that it is for reconciles, such as --max-concurrent-reconciles, and it reaches no controller;
//   - the manager has it for the kind of this controller, but the controller's own constant takes precedence;
//   - the package reads a flag that is named for workers when it is initialised, before flags are parsed;
//   - a key of GroupKindConcurrency begins with a small letter, so that it is the name of no kind: deployments.apps for Deployment.apps.
//
// A reconciler that keeps state of a request in its fields (RL4011) must first be made safe for more workers: the message says so, and
// there is no fix.
//
// # What it does not find
//
// A number that does not suit the work. A number that a controller gets from callers outside the analysed
// packages.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1003

import _ "embed"

//go:embed doc.go
var doc string
