// Command refusing has two reconcilers of one kind.
package main

import (
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/duplicate/kinds"
)

func main() {
	skip := false
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Controller: config.Controller{SkipNameValidation: &skip}}) // want RL1000:"no limit"
	if err != nil {
		log.Fatal(err)
	}
	if err := kinds.Setup(mgr); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
