// Command either makes one of its controllers in one of two ways: two controllers run, never three.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	secrets := flag.Bool("secrets", false, "watch secrets too")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"" RL5001:"2 controllers .core.v1.Pod, core.v1.Node. have 10 workers each, and one client of 5 requests a second"
	check(err)
	check(pods(mgr, *secrets))
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(workers()).Complete(&inert.Reconciler{}))
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(&inert.Reconciler{})) // with one worker, which the client serves
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func pods(mgr ctrl.Manager, secrets bool) error {
	if secrets {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Owns(&corev1.Secret{}).WithOptions(workers()).Complete(&inert.Reconciler{})
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(workers()).Complete(&inert.Reconciler{})
}

func workers() controller.Options { return controller.Options{MaxConcurrentReconciles: 10} }

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
