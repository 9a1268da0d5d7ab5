// Command unlimited is a provider whose client the rate does not limit, in a file that does not import
// what would.
package main

import (
	"flag"

	"github.com/alecthomas/kingpin/v2"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane2/wired"
)

func main() {
	maxReconcileRate := flag.Int("max-reconcile-rate", 10, "Reconciles per second of all controllers.")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:""
	kingpin.FatalIfError(err, "Cannot create controller manager")
	kingpin.FatalIfError(wired.Setup(mgr, options(*maxReconcileRate)), "Cannot set up controllers")
	kingpin.FatalIfError(mgr.Start(ctrl.SetupSignalHandler()), "Cannot start controller manager")
}
