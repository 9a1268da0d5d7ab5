// Package main sets up the controllers of two packages, whose kinds have names in common.
package main

import (
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/duplicate/scopes/cluster"
	"rllint.test/duplicate/scopes/namespaced"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:""
	if err != nil {
		log.Fatal(err)
	}
	for _, setup := range []func(ctrl.Manager) error{
		cluster.Setup,    // want RL2002:"2 controllers .managed/project, managed/group. have the name of another controller of the manager"
		namespaced.Setup, // want RL2002:"2 controllers .managed/project, managed/group. have the name of another controller of the manager"
	} {
		if err := setup(mgr); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
