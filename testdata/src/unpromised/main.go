// Command unpromised is an operator as scaffolding makes it: it has no rate, and nothing limits its
// controllers together.
package main

import (
	"flag"
	"log"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/unpromised/controllers"
)

func main() {
	leader := flag.Bool("leader-elect", false, "whether to elect a leader")
	workers := flag.Int("captain-workers", 2, "captains reconciled at once")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{LeaderElection: *leader}) // want RL1000:"no limit spans 3 controllers .admiral, captain, core/v1.Service.: their workers share a client with no limit; they retry failures from 5 ms on"
	if err != nil {
		log.Fatal(err)
	}
	for _, setup := range []func(ctrl.Manager) error{
		(&controllers.Admiral{}).SetupWithManager,
		(&controllers.Captain{Workers: *workers}).SetupWithManager,
		(&controllers.Sailor{}).SetupWithManager,
	} {
		if err := setup(mgr); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
