// Command eitherway sets up the same controllers in either branch of a condition. They count once.
package main

import (
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	gated := flag.Bool("gated", false, "wait for the kinds")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	cluster := limits.NewGlobal(*rps)
	namespaced := limits.NewGlobal(*rps) // want RL1006:"3 controllers .secrets, services, …. ask this limiter"
	if *gated {
		var waiting []func()
		gate := func(setup func()) { waiting = append(waiting, setup) }
		gate(func() { check(setUp(mgr, cluster, "pods", &corev1.Pod{}, *rps)) })
		gate(func() { check(setUp(mgr, namespaced, "secrets", &corev1.Secret{}, *rps)) })
		gate(func() { check(setUp(mgr, namespaced, "services", &corev1.Service{}, *rps)) })
		gate(func() { check(setUpNodes(mgr, namespaced, *rps)) })
		for _, setup := range waiting {
			setup()
		}
	} else {
		check(setUp(mgr, cluster, "pods", &corev1.Pod{}, *rps))
		check(setUp(mgr, namespaced, "secrets", &corev1.Secret{}, *rps))
		check(setUp(mgr, namespaced, "services", &corev1.Service{}, *rps))
		check(setUpNodes(mgr, namespaced, *rps))
	}
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setUp(mgr ctrl.Manager, global *rate.Limiter, name string, kind client.Object, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// setUpNodes computes the name of its controller, and says only what that watches.
func setUpNodes(mgr ctrl.Manager, global *rate.Limiter, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(corev1.SchemeGroupVersion.WithKind("Node").String()).
		Watches(&corev1.Node{}, &handler.EnqueueRequestForObject{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
