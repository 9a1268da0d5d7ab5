// Command methodvalue passes method values, method expressions and closures
// that hold the options to another package, which calls them.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/methodvalue/runner"
	"rllint.test/methodvalue/topic"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	topics := &topic.Setup{Manager: mgr, Options: o}
	few := o
	few.MaxConcurrentReconciles = 3 // want RL1003:"2"

	err = runner.Run(
		topics.Topic,
		topics.Subscription,
		func() error { return topic.AddQueue(mgr, o) },
		func() error { return topic.AddDeadLetter(mgr, few) },
		bind((*topic.Setup).Policy, &topic.Setup{Manager: mgr, Options: few}),
	)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func bind(f func(*topic.Setup) error, s *topic.Setup) func() error {
	return func() error { return f(s) }
}
