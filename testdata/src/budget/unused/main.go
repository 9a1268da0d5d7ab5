// Package main defines a rate that it logs and does nothing else with.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers") // want RL1005:"flag max-reconcile-rate limits nothing"
	flag.Parse()
	log.Println("starting", *rps)

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"" RL1004:""
	if err != nil {
		log.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Complete(&inert.Reconciler{}) // want RL1001:"" RL1002:""
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
