// Command crossplane2 is a provider on crossplane-runtime v2, whose set-up
// functions run when a gate opens. That module's own gate controller takes the
// options and ignores them.
package main

import (
	"os"
	"path/filepath"

	"github.com/alecthomas/kingpin/v2"
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/feature"
	"github.com/crossplane/crossplane-runtime/v2/pkg/gate"
	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/customresourcesgate"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane2/gated"
	"rllint.test/crossplane2/unwrapped"
	"rllint.test/crossplane2/wired"
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

	o := controller.Options{
		Logger:                  logging.NewNopLogger(),
		MaxConcurrentReconciles: *maxReconcileRate,
		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
		Features:                &feature.Flags{},
		Gate:                    new(gate.Gate[schema.GroupVersionKind]),
	}
	kingpin.FatalIfError(customresourcesgate.Setup(mgr, o), "Cannot set up the gate controller") // inside the dependency: nothing to change here
	kingpin.FatalIfError(wired.SetupGated(mgr, o), "Cannot set up controllers")
	kingpin.FatalIfError(unwrapped.SetupGated(mgr, o), "Cannot set up controllers")
	kingpin.FatalIfError(gated.SetupAll(mgr, o), "Cannot set up controllers")
	kingpin.FatalIfError(mgr.Start(ctrl.SetupSignalHandler()), "Cannot start controller manager")
}
