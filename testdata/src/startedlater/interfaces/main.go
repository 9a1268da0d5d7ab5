// Command interfaces hands its manager on as interfaces of its own, and as a method.
package main

import (
	"context"
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/inert"
)

type adder interface{ Add(manager.Runnable) error }

type starter interface{ Start(context.Context) error }

// A kept is a manager of the program's own, whose Start does more.
type kept struct{ ctrl.Manager }

func (k *kept) Start(ctx context.Context) error {
	log.Print("starting")
	return k.Manager.Start(ctx)
}

func main() {
	workers := flag.Int("workers", 3, "workers of each controller")
	flag.Parse()
	config := ctrl.GetConfigOrDie()
	config.QPS = -1

	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"no limit spans 2 controllers"
	if err != nil {
		log.Fatal(err)
	}
	var options controller.Options
	add(mgr, manager.RunnableFunc(func(context.Context) error {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(options).Complete(&inert.Reconciler{})
	}))
	options.MaxConcurrentReconciles = *workers
	go start(mgr)

	second, err := ctrl.NewManager(config, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var others controller.Options
	whole := &kept{second}
	add(whole, manager.RunnableFunc(func(context.Context) error {
		return ctrl.NewControllerManagedBy(second).For(&corev1.Pod{}).WithOptions(others).Complete(&inert.Reconciler{})
	}))
	others.MaxConcurrentReconciles = *workers
	run := whole.Start
	log.Fatal(run(context.Background()))
}

func add(to adder, r manager.Runnable) {
	if err := to.Add(r); err != nil {
		log.Fatal(err)
	}
}

func start(s starter) {
	if err := s.Start(context.Background()); err != nil {
		log.Fatal(err)
	}
}
