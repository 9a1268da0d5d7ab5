// Package rl5001 reports: a client that is slower than its workers.
//
// # RL5001: a client that is slower than its workers
//
// The controllers of a manager have many workers, or a setting for their number, but nobody can set the rate of
// their client. It has the library's default, which is 5 requests a second (burst 10) in client-go. A rest.Config
// from controller-runtime's GetConfig has 20 requests a second (burst 30) up to v0.20. From v0.21 on such a config
// has no limit, and this rule is silent.
//
// The client of a manager has these numbers for each kind of object, since controller-runtime makes a REST client for
// each. So 20 workers that write Deployments wait for each other. Controllers that write different kinds do not.
// A clientset of client-go that nobody gives a QPS has them for each API group.
//
// # Why it matters
//
// Each reconcile reads and writes, and five requests a second are enough for one or two workers. All others wait in
// the client, in the middle of a reconcile, and no metric of the queue shows it. More workers change nothing. With
// 1,150 builds, shipwright-io/build needed 3m24s with one worker, 54 s with five and 53 s with fifty. Once the
// client had 100 requests a second, it needed 22 s. In kedacore/keda, with 1,600 objects, a new one was not touched
// for 45 minutes. In zalando/postgres-operator, 300 clusters stood still for 10 to 15 minutes.
//
// # What to do
//
// Add a setting for the client's rate beside the one for the workers, with a default that fits theirs.
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
// Set them before the manager is made, because a client takes its limits when it is made. Give the flag a default of
// its own, such as 50. A 0 in the config makes the client slower ([RL5002]).
//
// For queues that a program makes by hand, the finding is where the client is made. Its related places are the
// queues with several workers. The text output shows them below the finding, unless it would become too long. Only
// the workers of queues that share a client are counted together.
//
// If one place makes the client of several programs, the text output shows one of the findings and names the others
// below it.
//
// # When it is a note
//
// The finding is a note
//
//   - if the number of workers is fixed, and no controller has more of them than the client has requests a second;
//   - if a setting decides the number, and its default leaves two requests a second for each worker of a controller;
//   - if a setting decides the number, and its default is not known;
//   - if the workers are those of queues made by hand, and it is not known which of the program's clients they have;
//   - in examples.
//
// # What it does not find
//
//   - Clients whose QPS is a constant, which somebody chose.
//   - Programs whose workers do not outnumber the controllers, or are three at most by a constant.
//   - Programs whose workers, at five requests a second each, need no more than the client allows.
//   - Clients that are made beside the manager of controllers, and queues whose workers make a client each, or one for each
//     item.
//   - Queues made by hand, if the program's clients have different limits.
//   - Clients that RL1004 reports in a program with a max-reconcile-rate.
//
// [RL5002]: https://github.com/rllint/rllint/blob/main/docs/rules/RL5002.md
package rl5001

import _ "embed"

//go:embed doc.go
var doc string
