// Package rl5003 reports: leader election behind the limiter of the reconcilers.
//
// # RL5003: leader election behind the limiter of the reconcilers
//
// The rest.Config of a manager has a RateLimiter, leader election is on or can be switched on, and no
// LeaderElectionConfig is set. A RateLimiter is one token bucket for all clients that are made of the config. The client
// that renews the lease is one of them, so it waits behind the requests of the reconcilers.
//
// # Why it matters
//
// The leader must renew its lease within 10 seconds, unless RenewDeadline says otherwise. When reconcilers are busiest,
// at a start or after an outage, their workers take each token as soon as there is one. The renewal comes too late, the
// manager stops with "leader election lost", and the program exits. Its successor lists everything, reconciles
// everything, and loses the lease in the same way.
//
// # What to do
//
// Give leader election a copy of the config without the limiter. Its client then has a bucket of its own.
//
// Before:
//
//	cfg := ctrl.GetConfigOrDie()
//	cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(float32(*qps), *burst)
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{
//		LeaderElection:   true,
//		LeaderElectionID: "pools",
//	})
//
// After:
//
//	cfg := ctrl.GetConfigOrDie()
//	cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(float32(*qps), *burst)
//	leaderElectionConfig := rest.CopyConfig(cfg)
//	leaderElectionConfig.RateLimiter = nil
//	mgr, err := ctrl.NewManager(cfg, ctrl.Options{
//		LeaderElection:       true,
//		LeaderElectionID:     "pools",
//		LeaderElectionConfig: leaderElectionConfig,
//	})
//
// Or set QPS and Burst in place of RateLimiter: then each client has a bucket of its own.
//
// # What it does not find
//
//   - Configs with QPS and Burst alone. There the lease has its own bucket, and nothing is wrong.
//   - Programs that run client-go's leader election by hand.
//   - Managers without controllers, and limiters that come from code which rllint cannot read.
package rl5003

import _ "embed"

//go:embed doc.go
var doc string
