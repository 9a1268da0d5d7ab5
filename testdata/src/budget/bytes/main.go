// Package main hands code that cannot be read many bytes, which hold no limiter, and makes a
// limiter that no controller asks.
package main

import (
	"flag"
	"hash/crc32"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()
	var descriptor []byte
	for range 500 { // as many as fit into the share of one of many mains
		descriptor = append(descriptor, 1)
	}
	log.Print(crc32.ChecksumIEEE(descriptor))

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps) // want RL1005:"made from --max-reconcile-rate, limits nothing: the one controller does not ask it"
	err = ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:""
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
