// Command provider manages buckets, databases and queues. Its main function
// builds every limit from --max-reconcile-rate; not all controllers use them.
package main

import (
	"os"
	"path/filepath"

	"github.com/alecthomas/kingpin/v2"
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/feature"
	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"

	"example.org/provider-store/apis/v1alpha1"
	storecontroller "example.org/provider-store/internal/controller"
)

func main() {
	var (
		app              = kingpin.New(filepath.Base(os.Args[0]), "Manages a store.").DefaultEnvars()
		debug            = app.Flag("debug", "Run with debug logging.").Short('d').Bool()
		pollInterval     = app.Flag("poll", "How often each resource is checked for drift.").Default("1m").Duration()
		maxReconcileRate = app.Flag("max-reconcile-rate", "How many resources are reconciled a second, at most.").Default("10").Int()
	)
	kingpin.MustParse(app.Parse(os.Args[1:]))

	zl := zap.New(zap.UseDevMode(*debug))
	ctrl.SetLogger(zl)

	cfg, err := ctrl.GetConfig()
	kingpin.FatalIfError(err, "Cannot get API server rest config")

	mgr, err := ctrl.NewManager(ratelimiter.LimitRESTConfig(cfg, *maxReconcileRate), ctrl.Options{ // want RL2005:"3 controllers .* poll after the time that flag poll gives"
		LeaderElectionID: "crossplane-leader-election-provider-store",
	})
	kingpin.FatalIfError(err, "Cannot create controller manager")
	kingpin.FatalIfError(v1alpha1.AddToScheme(mgr.GetScheme()), "Cannot add APIs to scheme")

	o := controller.Options{ // want RL1003:"ignores main.s options .main.go:42. and runs one worker, whatever --max-reconcile-rate says: no WithOptions.o.ForControllerRuntime...$"
		Logger:                  logging.NewLogrLogger(zl.WithName("provider-store")),
		MaxConcurrentReconciles: *maxReconcileRate,
		PollInterval:            *pollInterval,
		GlobalRateLimiter:       ratelimiter.NewGlobal(*maxReconcileRate),
		Features:                &feature.Flags{},
	}
	kingpin.FatalIfError(storecontroller.Setup(mgr, o), "Cannot set up controllers")
	kingpin.FatalIfError(mgr.Start(ctrl.SetupSignalHandler()), "Cannot start controller manager")
}
