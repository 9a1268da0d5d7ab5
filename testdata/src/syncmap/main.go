// Command syncmap keeps its limiter, numbers of workers and set-up functions in a sync.Map.
package main

import (
	"flag"
	"log"
	"os"
	"sync"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

var shared sync.Map

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(*rps*5), *rps*10
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	shared.Store("global", limits.NewGlobal(*rps))
	shared.Store("pods", 3)
	shared.LoadOrStore("pods", 9)
	shared.LoadOrStore("nodes", 4)
	shared.Store("gone", 5)
	shared.Delete("gone")
	if len(os.Args) > 1 {
		shared.Store("secrets", 6)
	} else {
		shared.Store("secrets", 7)
	}

	setup(mgr, "pods", &corev1.Pod{}, workers("pods"))
	setup(mgr, "nodes", &corev1.Node{}, workers("nodes"))
	setup(mgr, "secrets", &corev1.Secret{}, workers("secrets"))
	if _, ok := shared.Load("gone"); ok {
		setup(mgr, "never", &corev1.Event{}, 5)
	}

	var setups sync.Map
	setups.Store("service", func(name string) { setup(mgr, name, &corev1.Service{}, 8) }) // want RL1003:"controller service runs 8 workers"
	setups.Range(func(name, f any) bool {
		f.(func(string))(name.(string))
		return true
	})
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func workers(of string) int {
	n, _ := shared.Load(of)
	return n.(int) // want RL1003:"2 controllers .pods, nodes. run 3 or 4 workers"
}

func setup(mgr ctrl.Manager, name string, kind client.Object, workers int) {
	global, ok := shared.Load("global")
	if !ok {
		log.Fatal("there is no limiter")
	}
	err := ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global.(*rate.Limiter))) // want RL1003:"controller secrets runs 6 or 7 workers"
	if err != nil {
		log.Fatal(err)
	}
}
