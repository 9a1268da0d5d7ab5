// Command own makes managers whose reconcilers leave the lease alone: it has a config without the limiter, a lock of its own, or no
// limiter that takes anything away, or nobody elects a leader. Where the config's limiter or what it is for cannot be followed, nothing
// is said.
package main

import (
	"log"
	"plugin"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	limited := ctrl.GetConfigOrDie()
	limited.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(20, 30)

	lease := rest.CopyConfig(limited)
	lease.RateLimiter = nil
	run(ctrl.NewManager(limited, ctrl.Options{LeaderElection: true, LeaderElectionID: "own", LeaderElectionConfig: lease})) // want RL1000:"no limit"
	run(ctrl.NewManager(limited, ctrl.Options{LeaderElection: true, LeaderElectionResourceLockInterface: &resourcelock.LeaseLock{}}))
	run(ctrl.NewManager(limited, ctrl.Options{}))
	if _, err := ctrl.NewManager(limited, ctrl.Options{LeaderElection: true, LeaderElectionID: "webhooks"}); err != nil {
		log.Fatal(err)
	}

	numbers := ctrl.GetConfigOrDie()
	numbers.QPS, numbers.Burst = 20, 30
	run(ctrl.NewManager(numbers, ctrl.Options{LeaderElection: true, LeaderElectionID: "numbers"}))

	free := ctrl.GetConfigOrDie()
	free.RateLimiter = flowcontrol.NewFakeAlwaysRateLimiter()
	run(ctrl.NewManager(free, ctrl.Options{LeaderElection: true, LeaderElectionID: "free"}))

	unread := ctrl.GetConfigOrDie()
	unread.RateLimiter = lookUp("limiter").(flowcontrol.RateLimiter)
	run(ctrl.NewManager(unread, ctrl.Options{LeaderElection: true, LeaderElectionID: "unread"}))
	run(ctrl.NewManager(limited, ctrl.Options{LeaderElection: *lookUp("elect").(*bool), LeaderElectionID: "unread"}))
}

func lookUp(name string) any {
	p, err := plugin.Open("limits.so")
	if err != nil {
		log.Fatal(err)
	}
	found, err := p.Lookup(name)
	if err != nil {
		log.Fatal(err)
	}
	return found
}

func run(mgr ctrl.Manager, err error) {
	if err != nil {
		log.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("pods").For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
	go mgr.Start(ctrl.SetupSignalHandler())
}
