// Command inmemory can run with a client that asks no API server: what its rest.Config says limits nothing.
package main

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

type memory struct{ client.Client }

func newManager(inMemory bool) (ctrl.Manager, error) {
	if inMemory {
		return ctrl.NewManager(&rest.Config{}, ctrl.Options{ // want RL1000:"its 40 workers have clients with"
			NewClient: func(_ *rest.Config, _ client.Options) (client.Client, error) { return memory{}, nil },
		})
	}
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = 100, 200
	return ctrl.NewManager(cfg, ctrl.Options{})
}

func main() {
	inMemory := flag.Bool("in-memory", false, "keep all objects in memory")
	flag.Parse()
	mgr, err := newManager(*inMemory)
	if err != nil {
		panic(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(controller.Options{MaxConcurrentReconciles: 40}).
		Complete(&inert.Reconciler{})
	if err != nil {
		panic(err)
	}
	panic(mgr.Start(ctrl.SetupSignalHandler()))
}
