// Command unparsed defines flags, and parses none.
package main

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func main() {
	var workers int
	flag.IntVar(&workers, "max-concurrent-reconciles", 1, "") // want RL1003:"flag max-concurrent-reconciles always has its default: the program never calls flag.Parse"
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"controller core/v1.Pod has no limit besides its queue's"
	if err != nil {
		panic(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(reconcile.Func(nil)); err != nil {
		panic(err)
	}
}
