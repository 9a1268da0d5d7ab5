// Command counts sets up controllers of which flags say whether they run, and some by a
// helper that does not name them: a finding about all counts each.
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

type setup func(ctrl.Manager, limits.Options) error

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	pods := flag.Bool("pods", true, "run the controller of pods")
	nodes := flag.Bool("nodes", true, "run the controller of nodes")
	events := flag.Bool("events", true, "run the controller of events")
	secrets := flag.Bool("secrets", true, "run the controller of secrets")
	services := flag.Bool("services", true, "run the controller of services")
	volumes := flag.Bool("volumes", true, "run the controller of volumes")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	few := limits.Options{MaxConcurrentReconciles: 2, Global: limits.NewGlobal(*rps)} // want RL1003:"^9 controllers"
	setups := []setup{of("config-map", &corev1.ConfigMap{})}
	for _, each := range []struct {
		on    *bool
		setup setup
	}{
		{pods, of("pod", &corev1.Pod{})}, {nodes, of("node", &corev1.Node{})}, {events, of("event", &corev1.Event{})},
		{secrets, of("secret", &corev1.Secret{})}, {services, of("service", &corev1.Service{})}, {volumes, of("volume", &corev1.PersistentVolume{})},
	} {
		if *each.on {
			setups = append(setups, each.setup)
		}
	}
	for _, s := range setups {
		if err := s(mgr, few); err != nil {
			log.Fatal(err)
		}
	}
	if err := unnamed(mgr, few, &corev1.Endpoints{}); err != nil {
		log.Fatal(err)
	}
	if err := unnamed(mgr, few, &corev1.LimitRange{}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func of(name string, kind client.Object) setup {
	return func(mgr ctrl.Manager, o limits.Options) error {
		return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o.ForControllerRuntime()).
			Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
	}
}

func unnamed(mgr ctrl.Manager, o limits.Options, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).For(kind).WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
