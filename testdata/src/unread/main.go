// Command unread has set-up functions that get options for their controllers. Some do not read them.
package main

import (
	"context"
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func pods(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(o).Complete(&reconciler{mgr.GetClient()})
}

func volumes(mgr ctrl.Manager, _ controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).Complete(&reconciler{mgr.GetClient()}) // want RL2006:"unread.volumes gets options with the number of workers for controller core/v1.PersistentVolume, flag volume-concurrency .main.go:82., and does not read them: the controller runs one worker whatever that says; pass them on with WithOptions"
}

// nodes gets a pointer, and hands on to a function that makes the controller.
func nodes(mgr ctrl.Manager, o *controller.Options) error { return nodesOf(mgr) }

func nodesOf(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&reconciler{mgr.GetClient()}) // want RL2006:"unread.nodes gets options with the number of workers for controller core/v1.Node, the constant 3"
}

func secrets(mgr ctrl.Manager, _ controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(&reconciler{mgr.GetClient()}) // want RL2006:"unread.secrets gets options with a RateLimiter for controller core/v1.Secret .main.go.89. and does not read them: the queue has the default limiter"
}

// services has options of its own: they are meant.
func services(mgr ctrl.Manager, _ controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).WithOptions(controller.Options{MaxConcurrentReconciles: 1}).Complete(&reconciler{mgr.GetClient()})
}

// configMaps gets options in which nothing is set.
func configMaps(mgr ctrl.Manager, _ controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(&reconciler{mgr.GetClient()})
}

// jobs reads what it needs.
func jobs(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}).WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}).Complete(&reconciler{mgr.GetClient()})
}

// claims may be handed options, and roles may too, without reading what nobody hands it.
func claims(mgr ctrl.Manager, _ ...controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(&reconciler{mgr.GetClient()}) // want RL2006:"unread.claims gets options with the number of workers for controller core/v1.PersistentVolumeClaim, the constant 4"
}

func roles(mgr ctrl.Manager, _ ...controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ServiceAccount{}).Complete(&reconciler{mgr.GetClient()})
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	podWorkers := flag.Int("pod-concurrency", 10, "pods handled at the same time")
	volumeWorkers := flag.Int("volume-concurrency", 10, "volumes handled at the same time")
	flag.Parse()
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"no limit spans"
	must(err)

	must(pods(mgr, controller.Options{MaxConcurrentReconciles: *podWorkers}))
	must(volumes(mgr, controller.Options{MaxConcurrentReconciles: *volumeWorkers}))
	must(nodes(mgr, &controller.Options{MaxConcurrentReconciles: 3}))
	must(services(mgr, controller.Options{MaxConcurrentReconciles: 3}))
	must(configMaps(mgr, controller.Options{}))
	must(claims(mgr, controller.Options{MaxConcurrentReconciles: 4}))
	must(roles(mgr))
	must(jobs(mgr, controller.Options{MaxConcurrentReconciles: *podWorkers}))
	must(secrets(mgr, controller.Options{
		RateLimiter: workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](),
	}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}
