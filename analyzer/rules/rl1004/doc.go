// Package rl1004 reports: client that does not follow the program's rate.
//
// # RL1004: client that does not follow the program's rate
//
//	cfg, err := ctrl.GetConfig()
//	…
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{…})
//
// This program has a --max-reconcile-rate, by which people say how many reconciles a second it may make. Its client does not
// follow the rate: the QPS of the rest.Config is set nowhere, is a constant, or comes from another flag or setting.
//
// If the rest.Config has a RateLimiter, that counts in place of QPS.
//
// # Why it matters
//
// Every reconcile makes requests. So a rate of reconciles limits the load on the API server only if
// the client keeps to it too. Where QPS is not set the number is the library's: up to
// controller-runtime v0.20 a config from GetConfig has 20 requests a second, burst 30, which
// starves a hundred workers; from v0.21 on it has no limit at all, and a controller that writes in
// a loop writes as fast as the API server answers.
//
// # What to do
//
// Before:
//
//	cfg, err := ctrl.GetConfig()
//	…
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{…})
//
// After:
//
//	cfg, err := ctrl.GetConfig()
//	…
//	mgr, err := ctrl.NewManager(ratelimiter.LimitRESTConfig(cfg, *maxReconcileRate), ctrl.Options{…})
//
// LimitRESTConfig is crossplane-runtime's, and gives five requests a second to each
// reconcile a second. Setting QPS and Burst by hand does as well.
//
// In a project made with kubebuilder, with the package that rllint brings
// ([docs/runtime.md]):
//
//	limits, err := ratelimiter.New(*maxReconcileRate)
//	…
//	mgr, err := ctrl.NewManager(limits.LimitRESTConfig(cfg), ctrl.Options{…})
//
// # What it does not find
//
// Programs without a max-reconcile-rate and without a global limiter. A second manager, if none of
// its controllers takes anything from the rate. Clients that are made beside the manager. A
// rest.Config that comes from code which rllint cannot read.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1004

import _ "embed"

//go:embed doc.go
var doc string
