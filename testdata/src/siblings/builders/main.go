// Package main builds its controllers in functions that are handed the same, and forgets the options of
// some: where what the others use is in reach, and where it is not.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("workers", 4, "workers of each controller")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:"no limit"
	must(err)
	options := controller.Options{MaxConcurrentReconciles: *workers}
	must(pods(mgr, options))
	must(nodes(mgr, options))
	must(secrets(mgr, options))
	must(services(mgr, options))
	must(namespaces(mgr, options))
	must(events(mgr, options))
	must(forgotten(mgr, options))
	must(unreached(mgr))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func pods(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(options).Complete(&inert.Reconciler{})
}

func nodes(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(options).Complete(&inert.Reconciler{})
}

func secrets(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(options).Complete(&inert.Reconciler{})
}

func services(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).WithOptions(options).Complete(&inert.Reconciler{})
}

func namespaces(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithOptions(options).Complete(&inert.Reconciler{})
}

func events(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Event{}).WithOptions(options).Complete(&inert.Reconciler{})
}

func forgotten(mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("forgotten").
		For(&corev1.ConfigMap{}).
		Complete(&inert.Reconciler{}) // want RL2004:"the number of workers" RL2006:"flag workers"
}

func unreached(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("unreached").
		For(&corev1.ConfigMap{}).
		Complete(&inert.Reconciler{}) // want RL2004:"the number of workers"
}
