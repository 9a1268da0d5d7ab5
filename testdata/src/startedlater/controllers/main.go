// Command controllers sets its controllers up in a runnable, with options that main sets after it has added that.
package main

import (
	"context"
	"flag"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/inert"
)

// An installer sets controllers up once the manager runs.
type installer struct {
	mgr     ctrl.Manager
	options controller.Options
}

func (i *installer) Start(ctx context.Context) error {
	if err := ctrl.NewControllerManagedBy(i.mgr).For(&corev1.Node{}).WithOptions(i.options).Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	// What is added to a manager that runs is started at once.
	return i.mgr.Add(manager.RunnableFunc(func(context.Context) error {
		return ctrl.NewControllerManagedBy(i.mgr).For(&corev1.Pod{}).WithOptions(i.options).Complete(&inert.Reconciler{})
	}))
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
	i := &installer{mgr: mgr, options: controller.Options{MaxConcurrentReconciles: 1}}
	if os.Getenv("CONTROLLERS") != "" {
		if err := mgr.Add(i); err != nil {
			log.Fatal(err)
		}
	}
	i.options.MaxConcurrentReconciles = *workers
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
