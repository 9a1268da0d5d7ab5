// Command gate sets controllers up in callbacks: on a gate, when the manager is
// elected, in a runnable of the manager and in a goroutine.
package main

import (
	"context"
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/gate/gates"
	"rllint.test/gate/queue"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := queue.Options{Options: limits.NewOptions(*rps), Gate: &gates.Gate{}}
	if err := queue.SetupGated(mgr, o); err != nil {
		log.Fatal(err)
	}
	o.Gate.Register(func() { check(queue.SetupTopic(mgr, o)) }, "topics")

	one := o
	one.MaxConcurrentReconciles = 1 // want RL1003:"3"
	check(mgr.Add(manager.RunnableFunc(func(context.Context) error { return queue.SetupPolicy(mgr, one) })))
	go func() {
		<-mgr.Elected()
		check(queue.SetupTable(mgr, one))
	}()
	defer func() { check(queue.SetupJob(mgr, one)) }()

	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
