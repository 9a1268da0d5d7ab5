// Command untyped runs on a controller-runtime whose queues and limiters have
// no type parameters, with crossplane-runtime of the same age.
package main

import (
	"os"
	"path/filepath"

	"github.com/alecthomas/kingpin/v2"
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/logging"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/untyped/adhoc"
	"rllint.test/untyped/wired"
)

func main() {
	var (
		app              = kingpin.New(filepath.Base(os.Args[0]), "A provider.").DefaultEnvars()
		maxReconcileRate = app.Flag("max-reconcile-rate", "Reconciles per second of all controllers.").Default("10").Int()
	)
	kingpin.MustParse(app.Parse(os.Args[1:]))

	cfg, err := ctrl.GetConfig()
	kingpin.FatalIfError(err, "Cannot get API server rest config")
	mgr, err := ctrl.NewManager(ratelimiter.LimitRESTConfig(cfg, *maxReconcileRate), ctrl.Options{})
	kingpin.FatalIfError(err, "Cannot create controller manager")

	o := controller.Options{ // want RL1003:"main.s options"
		Logger:                  logging.NewNopLogger(),
		MaxConcurrentReconciles: *maxReconcileRate,
		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
	}
	for _, setup := range []func(ctrl.Manager, controller.Options) error{
		wired.Setup,
		wired.SetupBare,
		adhoc.Setup,
		adhoc.SetupUnmanaged,
	} {
		kingpin.FatalIfError(setup(mgr, o), "Cannot set up controllers")
	}
	kingpin.FatalIfError(mgr.Start(ctrl.SetupSignalHandler()), "Cannot start controller manager")
}
