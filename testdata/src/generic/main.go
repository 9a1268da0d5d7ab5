// Command generic sets controllers up through type parameters: of a set-up
// function, of a struct with a set-up method, and of the builder's requests.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/generic/kinds"
	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"one worker" RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)

	check(kinds.Setup(mgr, o, &corev1.ConfigMap{}))
	check(kinds.Setup[*corev1.Secret](mgr, o, &corev1.Secret{}))
	check(kinds.SetupBare[*corev1.Service](mgr, &corev1.Service{}))
	check(kinds.Factory[*corev1.Pod, *inert.Reconciler]{
		Options:    o,
		Reconciler: &inert.Reconciler{}, // want RL1002:"never ask"
	}.Setup(mgr, &corev1.Pod{}))
	check(kinds.SetupTyped(mgr, o))

	o.MaxConcurrentReconciles = 7 // want RL1003:"7"
	for _, setup := range []func(ctrl.Manager, limits.Options, *corev1.Node) error{
		kinds.SetupSlow[*corev1.Node],
	} {
		check(setup(mgr, o, &corev1.Node{}))
	}
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
