// Command unused sets up one of its controllers by hand, and not by the method that its reconciler has for it.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

// A reconciler is one of several.
type reconciler struct {
	inert.Reconciler
	object client.Object
}

func (r *reconciler) SetupWithManager(mgr ctrl.Manager, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).For(r.object).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(r)
}

// A latecomer has a method that nothing calls.
type latecomer struct{ inert.Reconciler }

func (r *latecomer) SetupWithManager(mgr ctrl.Manager, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(r) // want RL7003:"nothing in the program calls unused.latecomer.SetupWithManager"
}

func main() {
	workers := flag.Int("concurrency", 4, "workers of each controller")
	late := flag.Bool("config-maps", false, "reconcile config maps too")
	flag.Parse()
	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	must((&reconciler{object: &corev1.Pod{}}).SetupWithManager(mgr, *workers))
	must((&reconciler{object: &corev1.Node{}}).SetupWithManager(mgr, *workers))
	must((&reconciler{object: &corev1.Secret{}}).SetupWithManager(mgr, *workers))
	must((&reconciler{object: &corev1.Service{}}).SetupWithManager(mgr, *workers))
	if *late {
		must(ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(&latecomer{})) // want RL2004:"controller core/v1.ConfigMap does not get the number of workers that 4 of 5 take from flag concurrency"
	}
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
