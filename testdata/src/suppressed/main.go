// Command suppressed hands constants to controllers at which a comment accepts them.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/suppressed/license"
	"rllint.test/suppressed/report"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	// Of the two controllers that this reaches, one is accepted.
	some := limits.Options{
		MaxConcurrentReconciles: 1, // want RL1003:"controller report runs"
		Global:                  global,
	}
	check(license.Setup(mgr, some)) // want RL2002:"set up twice"
	check(report.Setup(mgr, some))  // want RL2002:"set up twice"

	// All that this reaches are.
	all := limits.Options{
		MaxConcurrentReconciles: 2,
		Global:                  global,
	}
	check(license.Setup(mgr, all)) // want RL2002:"set up twice"
	check(license.SetupKey(mgr, all))

	// A comment here accepts all, as anywhere.
	here := limits.Options{
		MaxConcurrentReconciles: 3, //rllint:ignore RL1003 three workers are enough for reports
		Global:                  global,
	}
	check(report.Setup(mgr, here)) // want RL2002:"set up twice"

	check(license.SetupUnlimited(mgr, limits.Options{MaxConcurrentReconciles: *rps}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
