// Package main gives most of its controllers their number of workers from a flag, and most their queue's
// limiter from one place. Of those that lack one, one says so itself and is silent.
package main

import (
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("workers", 4, "workers of each controller")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:"no limit"
	must(err)
	o := controller.Options{MaxConcurrentReconciles: *workers}
	must(setup(mgr, &corev1.Pod{}, withBackoff(o)))
	must(setup(mgr, &corev1.Node{}, withBackoff(o)))
	must(setup(mgr, &corev1.Secret{}, withBackoff(o)))
	must(setup(mgr, &corev1.Service{}, withBackoff(o)))
	must(setup(mgr, &corev1.Namespace{}, withBackoff(o)))
	must(setup(mgr, &corev1.Event{}, o))                                     // want RL2004:"controller core/v1.Event does not get the queue limiter that 6 of 8 take from one place .siblings.withBackoff., and sets nothing of its own"
	must(setup(mgr, &corev1.ConfigMap{}, withBackoff(controller.Options{}))) // want RL2004:"the number of workers that 6 of 8 take from flag workers"
	must(setup(mgr, &corev1.Endpoints{}, own()))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func withBackoff(o controller.Options) controller.Options {
	o.RateLimiter = workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
	return o
}

// own is for a controller of which one worker is enough.
func own() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: 1,
		RateLimiter:             workqueue.NewTypedItemFastSlowRateLimiter[reconcile.Request](time.Second, time.Minute, 3),
	}
}

func setup(mgr ctrl.Manager, kind client.Object, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(kind).WithOptions(o).Complete(&inert.Reconciler{})
}
