// Package main hands its limiter to code that cannot be read, behind more values than are looked at.
package main

import (
	"flag"
	"log"
	"plugin"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// An entry is one of many, of which the last has the limiter.
type entry struct {
	limiter *rate.Limiter
	before  *entry
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()
	p, err := plugin.Open("limits.so")
	if err != nil {
		log.Fatal(err)
	}
	limit, err := p.Lookup("Limit")
	if err != nil {
		log.Fatal(err)
	}
	last := &entry{limiter: rate.NewLimiter(rate.Limit(*rps), 10**rps)}
	for range 30_000 {
		last = &entry{before: last}
	}
	limit.(func(*entry))(last)

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
