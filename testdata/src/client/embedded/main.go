// Command embedded has two managers, and hands on what embeds them.
package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/inert"
)

type named struct {
	ctrl.Manager
	name string
}

type cluster struct{ *named }

func main() {
	hub, err := ctrl.NewManager(&rest.Config{QPS: 30, Burst: 60}, ctrl.Options{Controller: config.Controller{MaxConcurrentReconciles: 3}}) // want RL1000:"clients with 30 requests a second for each kind of object or 40"
	if err != nil {
		panic(err)
	}
	spoke, err := ctrl.NewManager(&rest.Config{QPS: 40, Burst: 80}, ctrl.Options{Controller: config.Controller{MaxConcurrentReconciles: 4}})
	if err != nil {
		panic(err)
	}
	for _, of := range []cluster{{&named{hub, "hub"}}, {&named{spoke, "spoke"}}} {
		if err := ctrl.NewControllerManagedBy(of).Named(of.name).For(&corev1.ConfigMap{}).Complete(&inert.Reconciler{}); err != nil {
			panic(err)
		}
	}
	go func() { panic(hub.Start(ctrl.SetupSignalHandler())) }()
	panic(spoke.Start(ctrl.SetupSignalHandler()))
}
