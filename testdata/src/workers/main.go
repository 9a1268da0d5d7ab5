// Command workers sets the number of workers of its controllers to constants of several kinds, where
// the options that have the rate are in reach.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/workers/setups"
)

func main() {
	maxReconcileRate := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**maxReconcileRate), 10**maxReconcileRate
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	check(err)
	o := limits.NewOptions(*maxReconcileRate)
	for _, setup := range []func(ctrl.Manager, limits.Options) error{
		setups.Pods, setups.Nodes, setups.Secrets, setups.Services, setups.Events, setups.Namespaces, setups.Replicas,
	} {
		check(setup(mgr, o))
	}
	check(setups.Endpoints(mgr, o, *maxReconcileRate))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
