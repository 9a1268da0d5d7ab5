// Command crossplane1 is a provider on crossplane-runtime v1: its limits are
// understood from that module's own source.
package main

import (
	"os"
	"path/filepath"

	"github.com/alecthomas/kingpin/v2"
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/feature"
	"github.com/crossplane/crossplane-runtime/pkg/logging"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane1/config"
	"rllint.test/crossplane1/embedded"
	"rllint.test/crossplane1/unwrapped"
	"rllint.test/crossplane1/wired"
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
		Features:                &feature.Flags{},
	}
	for _, setup := range []func(ctrl.Manager, controller.Options) error{
		config.Setup,
		unwrapped.Setup,
		wired.Setup,
	} {
		kingpin.FatalIfError(setup(mgr, o), "Cannot set up controllers")
	}
	kingpin.FatalIfError(embedded.Setup(mgr, embedded.Options{Options: o, Namespace: "default"}), "Cannot set up controllers")
	kingpin.FatalIfError(mgr.Start(ctrl.SetupSignalHandler()), "Cannot start controller manager")
}
