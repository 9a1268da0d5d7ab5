// Package main makes a manager that does not look at names.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/duplicate/sharedname"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	skip := true
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{Controller: config.Controller{SkipNameValidation: &skip}})
	if err != nil {
		log.Fatal(err)
	}
	if err := sharedname.Setup(mgr, limits.NewOptions(*rps)); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
