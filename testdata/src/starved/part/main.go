// Command part has three controllers behind one client; a flag each says how many workers two of them have.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	pods := flag.Int("pod-workers", 10, "workers of the controller of pods")
	secrets := flag.Int("secret-workers", 5, "workers of the controller of secrets")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"" RL5001:"3 controllers .core.v1.Pod, core.v1.Secret, core.v1.Node. have one client of 5 requests a second .burst 10. for each kind of object, client-go's default, for a rest.Config of rest.InClusterConfig, that nothing sets; 2 of them take their number of workers from flag pod-workers and flag secret-workers"
	check(err)
	setup(mgr, &corev1.Pod{}, *pods)
	setup(mgr, &corev1.Secret{}, *secrets)
	setup(mgr, &corev1.Node{}, 0)
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, object client.Object, workers int) {
	check(ctrl.NewControllerManagedBy(mgr).For(object).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(&inert.Reconciler{}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
