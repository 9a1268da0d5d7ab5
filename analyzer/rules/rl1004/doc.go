// Package rl1004 reports: client that does not follow the program's rate.
//
// # RL1004: client that does not follow the program's rate
//
//	cfg, err := ctrl.GetConfig()
//	…
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{…})
//
// Users set this program's --max-reconcile-rate to say how many reconciles a second it may make. But its client
// does not follow the rate: QPS in the rest.Config is unset, a constant, or another flag or setting.
//
// If the rest.Config has a RateLimiter, that counts instead of QPS. The finding stands where a constant or another flag sets
// the rate, and else where the manager is made.
//
// # Why it matters
//
// Every reconcile makes requests. So a rate of reconciles limits the load on the API server only if the client
// keeps to it too. If QPS is not set, the library's default applies. Up to controller-runtime v0.20, a config from
// GetConfig has 20 requests a second, burst 30, for each kind of object, which starves a hundred workers of one
// controller. From v0.21 on it has no limit at all, so a controller that writes in a loop writes as fast as the API server answers.
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
// LimitRESTConfig is crossplane-runtime's, and allows five requests for each reconcile. You can also set QPS and
// Burst by hand.
//
// In a kubebuilder project, with rllint's own package ratelimiter ([docs/runtime.md]):
//
//	limits, err := ratelimiter.New(*maxReconcileRate)
//	…
//	mgr, err := ctrl.NewManager(limits.LimitRESTConfig(cfg), ctrl.Options{…})
//
// # What it does not find
//
// Programs without a max-reconcile-rate and without a global limiter. A second manager, if none of its controllers
// uses the rate. Clients other than the manager's. A rest.Config that comes from code which rllint cannot read.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1004

import _ "embed"

//go:embed doc.go
var doc string
