// Command injected hands the config of its manager to code that fills in a rate where there is none: from v0.21 on there is one, no limit.
package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	cfg := ctrl.GetConfigOrDie()
	fill(cfg)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"its worker has a client with (no limit|20 requests a second for each kind of object)"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func fill(cfg *rest.Config) {
	if cfg.QPS == 0 {
		cfg.QPS = rest.DefaultQPS
	}
	if cfg.Burst == 0 {
		cfg.Burst = rest.DefaultBurst
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
