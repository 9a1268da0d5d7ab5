// Command uncalled forgets to set up two of its controllers.
package main

import (
	"log"
	"os"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/uncalled/apart/jobs"
	"rllint.test/uncalled/apart/old"
	"rllint.test/uncalled/apart/sets"
	"rllint.test/uncalled/setups"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans"
	if err != nil {
		log.Fatal(err)
	}
	for _, add := range []func(ctrl.Manager) error{jobs.Add, sets.Add} {
		if err := add(mgr); err != nil {
			log.Fatal(err)
		}
	}
	log.Print("no controller for ", old.Kind)
	if err := setups.Pods(mgr); err != nil {
		log.Fatal(err)
	}
	if err := (&setups.Secrets{}).SetupWithManager(mgr); err != nil {
		log.Fatal(err)
	}
	if setUp, ok := setups.Optional[os.Getenv("OPTION")]; ok {
		if err := setUp(mgr); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
