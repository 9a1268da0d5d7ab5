// Command builder keeps builders in variables, changes them under conditions
// and passes them through functions that return them.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/builder/chain"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	owns := flag.Bool("owns", false, "watch owned objects too")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	check(chain.SetupVariable(mgr, o, *owns))
	check(chain.SetupBranches(mgr, o, *owns))
	check(chain.SetupThrough(mgr, o))
	check(chain.SetupTransformed(mgr, o))
	check(chain.SetupConditional(mgr, o, *owns))
	check(chain.SetupReplaced(mgr, o))
	check(chain.SetupWrapped(mgr, o))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
