// Package main sets controllers up twice: from a list, by two calls, and by a name that is
// taken. Those of which a run makes one, and two for one kind with names of their own, are silent.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
)

var setups = []func(ctrl.Manager, limits.Options) error{
	setupPod, // want RL2002:"controller pod is set up twice for one manager .see main.go:21"
	setupNode,
	setupSecret,
	setupPod, // want RL2002:"controller pod is set up twice for one manager .see main.go:18"
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	namespaced := flag.Bool("namespaced", false, "watch one namespace")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	must(err)
	o := limits.NewOptions(*rps)
	for _, setup := range setups {
		must(setup(mgr, o))
	}

	must(setupService(mgr, o))                                          // want RL2002:"controller core/v1.Service is set up twice for one manager .see main.go:40"
	must(setupNamed(mgr, o, "claims", &corev1.PersistentVolumeClaim{})) // want RL2002:"see main.go:41"
	must(setupService(mgr, o))                                          // want RL2002:"see main.go:38"
	must(setupNamed(mgr, o, "claims", &corev1.PersistentVolume{}))      // want RL2002:"see main.go:39"

	must(setupNamed(mgr, o, "first-event", &corev1.Event{}))
	must(setupNamed(mgr, o, "second-event", &corev1.Event{}))

	if *namespaced {
		must(setupNamed(mgr, o, "maps", &corev1.ConfigMap{}))
	} else {
		must(setupNamed(mgr, o, "maps", &corev1.ConfigMap{}))
	}
	other, err := ctrl.NewManager(cfg, ctrl.Options{})
	must(err)
	must(setupNode(other, o))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setupPod(mgr ctrl.Manager, o limits.Options) error {
	return setupNamed(mgr, o, "pod", &corev1.Pod{})
}

func setupNode(mgr ctrl.Manager, o limits.Options) error {
	return setupNamed(mgr, o, "node", &corev1.Node{})
}

func setupSecret(mgr ctrl.Manager, o limits.Options) error {
	return setupNamed(mgr, o, "secret", &corev1.Secret{})
}

func setupService(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Service{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupNamed(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
