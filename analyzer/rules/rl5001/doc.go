// Package rl5001 reports: a client that is slower than its workers.
//
// # RL5001: a client that is slower than its workers
//
// The controllers of a manager have many workers, or a setting for their number, and the
// client that all of them share has the rate that the library gives it, which nobody can set.
// Client-go's default is 5 requests a second (burst 10); a rest.Config of controller-runtime's GetConfig has
// 20 (burst 30) up to v0.20, and no limit from v0.21 on, where this rule is silent.
//
// # Why it matters
//
// Each reconcile reads and writes; five requests a second are enough for one worker or two. All others wait in the
// client, in the middle of a reconcile, and no metric of the queue shows it. More workers then change nothing:
// with 1,150 builds shipwright-io/build needed 3m24s with one worker, 54 s with five, 53 s with fifty, and 22 s once
// the client had 100 requests a second. In kedacore/keda, with 1,600 objects, a new one was not touched for 45 minutes; in
// zalando/postgres-operator 300 clusters stood still for 10 to 15 minutes.
//
// # What to do
//
// Make the rate of the client a setting beside that of the workers, with a default that fits theirs.
//
// Before:
//
//	cfg := ctrl.GetConfigOrDie()
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
//
// After:
//
//	cfg := ctrl.GetConfigOrDie()
//	cfg.QPS, cfg.Burst = float32(*kubeAPIQPS), *kubeAPIBurst
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
//
// Set them before the manager is made: a client takes its limits when it is made. Give the flag a default of its own, such
// as 50: a 0 that is written into the config makes it slower ([RL5002]).
//
// # What it does not find
//
// Clients whose QPS is a constant, which somebody chose; programs in which the workers do not outnumber the controllers,
// or need fewer requests than the client has at five for each; and clients that are made beside the manager of controllers.
// Of queues that a program makes by hand it finds the client where all that are made are limited in one way. Where RL1004
// reports the client of a program with a max-reconcile-rate, this rule says nothing of it.
//
// [RL5002]: https://github.com/rllint/rllint/blob/main/docs/rules/RL5002.md
package rl5001

import _ "embed"

//go:embed doc.go
var doc string
