// Command hidden has its manager started by code that cannot be read: what it runs is found all the same.
package main

import (
	"context"
	"flag"
	"log"
	"plugin"

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
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"controller core/v1.Node has no limit besides its queue.s"
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
	p, err := plugin.Open("run.so")
	if err != nil {
		log.Fatal(err)
	}
	run, err := p.Lookup("Run")
	if err != nil {
		log.Fatal(err)
	}
	run.(func(ctrl.Manager))(mgr)
}
