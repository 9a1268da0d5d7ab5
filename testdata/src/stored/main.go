// Command stored takes the numbers of workers from functions in variables, and methods of interfaces, which set them.
package main

import (
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
	"rllint.test/stored/choose"
	"rllint.test/stored/workers"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	choose.Variable() // want RL1003:"variable runs 2 workers"
	check(setup(mgr, global, "variable", &corev1.ConfigMap{}, workers.Number()))
	choose.Table() // want RL1003:"table runs 30 workers"
	check(setup(mgr, global, "table", &corev1.Secret{}, workers.Number()))
	choose.Interface()
	check(setup(mgr, global, "interface", &corev1.Service{}, workers.Number()))
	choose.Options() // want RL1003:"options runs 5 workers"
	check(setup(mgr, global, "options", &corev1.Pod{}, workers.Number()))

	shards := map[string]int{"less": 1, "more": 2, "most": 3}
	choose.Deferred(shards)
	check(setup(mgr, global, "deferred", &corev1.Node{}, len(shards)*3)) // want RL1003:"runs 6 workers"

	room := make([]int, 1, *rps)
	check(setup(mgr, global, "capacity", &corev1.Event{}, cap(room)))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global)) // want RL1003:"interface runs 4 workers"
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
