// Command incluster lets people set the workers of its controllers, which share a client at client-go's default.
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
	workers := flag.Int("workers", 10, "workers of each controller")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	direct, err := client.New(cfg, client.Options{}) // which leaves the config as it is
	check(err)
	log.Print(direct.Scheme())
	mgr, err := ctrl.NewManager(rest.CopyConfig(cfg), ctrl.Options{}) // want RL1000:"no limit" RL5001:"controller core.v1.Pod has as many workers as flag workers says, and one client of 5 requests a second .burst 10. for each kind of object, client-go's default, for a rest.Config of rest.InClusterConfig, that nothing sets"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))

	one, err := ctrl.NewManager(&rest.Config{Host: "https://example.com"}, ctrl.Options{}) // one worker is all there is
	check(err)
	check(ctrl.NewControllerManagedBy(one).For(&corev1.Node{}).Complete(&inert.Reconciler{}))

	many, err := ctrl.NewManager(&rest.Config{Host: "https://example.com"}, ctrl.Options{}) // want RL5001:"controller core.v1.Secret has 20 workers, and one client of 5 requests a second"
	check(err)
	check(ctrl.NewControllerManagedBy(many).For(&corev1.Secret{}).WithOptions(controller.Options{MaxConcurrentReconciles: 20}).Complete(&inert.Reconciler{}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
