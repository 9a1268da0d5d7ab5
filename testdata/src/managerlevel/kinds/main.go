// Command kinds sets the number of workers at the manager by kind: one from the
// maximum reconcile rate, one constant, and one that is missing.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/limits"
	"rllint.test/managerlevel/library"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{ // want RL1003:"one worker"
		Controller: config.Controller{
			GroupKindConcurrency: map[string]int{
				"ConfigMap":       *rps,
				"Secret":          *rps,
				"Deployment.apps": 4, // want RL1003:"4"
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)
	check(library.SetupConfigMap(mgr, global))
	check(library.SetupDeployment(mgr, global))
	check(library.SetupPod(mgr, global))
	check(library.SetupReadBack(mgr, global))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
