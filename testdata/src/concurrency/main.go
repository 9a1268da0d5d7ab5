// Command concurrency has a flag for each controller, whose number a function
// puts into options that hold nothing else.
package main

import (
	"context"
	"log"

	"github.com/spf13/pflag"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/concurrency/controllers"
	"rllint.test/limits"
)

var (
	maxReconcileRate    int
	clusterConcurrency  int
	machineConcurrency  int
	templateConcurrency = 1 // want RL1003:"1"
)

func initFlags(fs *pflag.FlagSet) {
	fs.IntVar(&maxReconcileRate, "max-reconcile-rate", 10, "reconciles per second of all controllers")
	fs.IntVar(&clusterConcurrency, "cluster-concurrency", 10, "clusters to reconcile at once") // want RL1003:"cluster-concurrency"
	fs.IntVar(&machineConcurrency, "machine-concurrency", 10, "machines to reconcile at once") // want RL1003:"machine-concurrency"
}

func main() {
	initFlags(pflag.CommandLine)
	pflag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	setupReconcilers(context.Background(), mgr)
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setupReconcilers(ctx context.Context, mgr ctrl.Manager) {
	global := limits.NewGlobal(maxReconcileRate)
	if err := (&controllers.ClusterReconciler{
		Client: mgr.GetClient(),
		Global: global,
	}).SetupWithManager(ctx, mgr, concurrency(clusterConcurrency)); err != nil {
		log.Fatal(err)
	}
	if err := (&controllers.MachineReconciler{Global: global}).SetupWithManager(ctx, mgr, concurrency(machineConcurrency)); err != nil {
		log.Fatal(err)
	}
	if err := (&controllers.TemplateReconciler{Global: global}).SetupWithManager(ctx, mgr, concurrency(templateConcurrency)); err != nil {
		log.Fatal(err)
	}
}

func concurrency(c int) controller.Options {
	return controller.Options{MaxConcurrentReconciles: c} // want RL1001:"retried after 5 ms"
}
