// Command own has controllers with a client each, made of a copy of the manager's config: they share none. One that has the manager's
// client beside a clientset of its own shares it.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

type reconciler struct {
	inert.Reconciler
	client client.Client
	pods   kubernetes.Interface
}

func main() {
	workers := flag.Int("workers", 10, "workers of each controller")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"" RL5001:"controller core.v1.Node has as many workers as flag workers says, and one client"
	check(err)
	setup(mgr, &corev1.Pod{}, *workers, &reconciler{client: own(mgr)})
	setup(mgr, &corev1.Secret{}, *workers, &reconciler{client: own(mgr)})
	setup(mgr, &corev1.Node{}, *workers, &reconciler{client: mgr.GetClient(), pods: kubernetes.NewForConfigOrDie(mgr.GetConfig())})
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func own(mgr ctrl.Manager) client.Client {
	c, err := client.New(rest.CopyConfig(mgr.GetConfig()), client.Options{Scheme: mgr.GetScheme()})
	check(err)
	return c
}

func setup(mgr ctrl.Manager, object client.Object, workers int, r *reconciler) {
	check(ctrl.NewControllerManagedBy(mgr).For(object).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(r))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
