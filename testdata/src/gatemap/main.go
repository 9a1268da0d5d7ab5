// Command gatemap has code that cannot be read fill a map of gates, and one of numbers of workers.
package main

import (
	"encoding/json"
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	text := flag.String("gates", "{}", "which controllers run")
	flag.Parse()
	gates := map[string]bool{}
	check(json.Unmarshal([]byte(*text), &gates))
	workers := map[string]int{"secret": 3}
	check(json.Unmarshal([]byte(*text), &workers))

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	global := limits.NewGlobal(*rps)
	if gates["extra"] {
		check(setup(mgr, global, "extra", &corev1.ConfigMap{}, 5)) // want RL1003:"controller extra runs 5 workers"
	}
	if on, ok := gates["other"]; !ok || on {
		check(setup(mgr, global, "other", &corev1.Service{}, 6)) // want RL1003:"controller other runs 6 workers"
	}
	check(setup(mgr, global, "secret", &corev1.Secret{}, workers["secret"])) // the map's, or what was read
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
