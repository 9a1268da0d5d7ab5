// Command kubebuilder starts its controllers the way a scaffolded project does:
// each reconciler sets itself up, and the program exits where one cannot.
package main

import (
	"flag"
	"os"

	"golang.org/x/time/rate"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/kubebuilder/controllers"
)

func main() {
	var maxReconcileRate int
	flag.IntVar(&maxReconcileRate, "max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager" RL1003:"one worker"
	if err != nil {
		os.Exit(1)
	}
	global := rate.NewLimiter(rate.Limit(maxReconcileRate), 10*maxReconcileRate)
	if err = (&controllers.ScaffoldedReconciler{
		Client: mgr.GetClient(),
		Scheme: mgr.GetScheme(),
	}).SetupWithManager(mgr); err != nil {
		os.Exit(1)
	}
	if err = (&controllers.LimitedReconciler{
		Client:                  mgr.GetClient(),
		Global:                  global,
		MaxConcurrentReconciles: maxReconcileRate,
	}).SetupWithManager(mgr); err != nil {
		os.Exit(1)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		os.Exit(1)
	}
}
