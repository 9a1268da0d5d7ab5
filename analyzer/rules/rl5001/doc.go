// Package rl5001 reports: a client that is slower than its workers.
//
// # RL5001: a client that is slower than its workers
//
// The controllers of a manager have many workers, or a setting for their number, but their client
// has a rate that nobody can set. It is the library's default: 5 requests a second (burst 10) in
// client-go. A rest.Config from controller-runtime's GetConfig has 20 requests a second (burst 30)
// up to v0.20. From v0.21 on such a config has no limit, and this rule is silent.
//
// # Why it matters
//
// Each reconcile reads and writes, and five requests a second are enough for one or two workers. All others wait
// in the client, in the middle of a reconcile, and no metric of the queue shows it. More workers then change
// nothing. With 1,150 builds, shipwright-io/build needed 3m24s with one worker, 54 s with five and 53 s with
// fifty. Once the client had 100 requests a second, it needed 22 s. In kedacore/keda, with 1,600 objects, a new
// one was not touched for 45 minutes. In zalando/postgres-operator, 300 clusters stood still for 10 to 15 minutes.
//
// # What to do
//
// Add a setting for the client's rate beside the one for the workers, with a default that fits
// theirs.
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
// Set them before the manager is made: a client takes its limits when it is made. Give the flag a
// default of its own, such as 50: a 0 that is written into the config makes the client slower
// ([RL5002]).
//
// For queues that a program makes by hand, the finding is where the client is made. Its related places are the
// queues with several workers. The text shows them below the finding, as long as it stays short. If each queue has
// its own client, only the workers of queues that share a client are counted together.
//
// If one place makes the client of several programs, the text shows one of the findings and names the others below
// it.
//
// The finding is a note if the workers are a fixed number and the client has at least one request a
// second for each. It is one too if a setting decides the number, and the client has two requests a
// second for each worker as long as nobody sets more, or what the setting is by default is not known.
// And it is one in examples.
//
// # What it does not find
//
// Clients whose QPS is a constant, which somebody chose. Programs in which the workers do not
// outnumber the controllers, or are three at most by a constant. Programs whose workers, at five requests a second each, need no more
// than the client allows. Clients that are made beside the manager of controllers, and
// queues whose workers make a client each. For queues that
// a program makes by hand, the rule finds the client only if one limit holds for all clients that
// the program makes. In a program with a max-reconcile-rate, this rule leaves to RL1004 the clients
// that RL1004 reports.
//
// [RL5002]: https://github.com/rllint/rllint/blob/main/docs/rules/RL5002.md
package rl5001

import _ "embed"

//go:embed doc.go
var doc string
