// Command reads asks for one environment variable in several places.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/flags/reads/env"
)

type nothing struct{}

func (nothing) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func setupPods(mgr ctrl.Manager) error {
	n, _ := strconv.Atoi(os.Getenv("WORKERS")) // want RL1003:"^controller core/v1.Pod runs as many workers as environment variable WORKERS says"
	return setup(mgr, &corev1.Pod{}, n)
}

func setupNodes(mgr ctrl.Manager) error {
	n, _ := strconv.Atoi(os.Getenv("WORKERS")) // want RL1003:"^controller core/v1.Node runs as many workers as environment variable WORKERS says"
	return setup(mgr, &corev1.Node{}, n)
}

// workers is what the others share.
func workers() int {
	n, _ := strconv.Atoi(os.Getenv("WORKERS")) // want RL1003:"^2 controllers .core/v1.Secret, core/v1.ConfigMap. run as many workers as environment variable WORKERS says"
	return n
}

func setupSecrets(mgr ctrl.Manager) error    { return setup(mgr, &corev1.Secret{}, workers()) }
func setupConfigMaps(mgr ctrl.Manager) error { return setup(mgr, &corev1.ConfigMap{}, workers()) }

func setupServices(mgr ctrl.Manager) error {
	return setup(mgr, &corev1.Service{}, env.Workers()) // want RL1003:"^controller core/v1.Service runs as many"
}

func setupNamespaces(mgr ctrl.Manager) error {
	return setup(mgr, &corev1.Namespace{}, env.Workers()) // want RL1003:"^controller core/v1.Namespace runs as many"
}

func setup(mgr ctrl.Manager, object client.Object, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).For(object).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(nothing{}) // want RL1001:"6 controllers" RL1002:"6 controllers"
}

func main() {
	flag.Int("max-reconcile-rate", 1, "")                              // want RL1005:"limits nothing"
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"does not follow"
	if err != nil {
		log.Fatal(err)
	}
	for _, setup := range []func(ctrl.Manager) error{setupPods, setupNodes, setupSecrets, setupConfigMaps, setupServices, setupNamespaces} {
		if err := setup(mgr); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
