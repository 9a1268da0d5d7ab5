// Command grouped has a reconciler that calls a list of others, which it is handed. No code of the program asks a limiter.
package main

import (
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/grouped/reconcilers"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	must(err)
	must(reconcilers.NewPods(mgr.GetClient(), &reconcilers.Labeller{Client: mgr.GetClient()}).SetupWithManager(mgr))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
