// Command goroutine starts its manager in a goroutine, and adds one more runnable once that runs.
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
	err = mgr.Add(manager.RunnableFunc(func(context.Context) error {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(options).Complete(&inert.Reconciler{})
	}))
	if err != nil {
		log.Fatal(err)
	}
	options.MaxConcurrentReconciles = *workers
	failed := make(chan error)
	go func() { failed <- mgr.Start(ctrl.SetupSignalHandler()) }()
	err = mgr.Add(manager.RunnableFunc(func(context.Context) error {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(options).Complete(&inert.Reconciler{})
	}))
	if err != nil {
		log.Fatal(err)
	}
	options = controller.Options{} // the second runnable runs already
	log.Fatal(<-failed)
}
