// Package main gives one limiter per item to the queues of several kinds: as a value, and within
// a limiter of limiters. A bucket that they share is none, nor is a limiter for each, or
// one for two controllers of one kind. What one of two branches makes counts once.
package main

import (
	"flag"
	"log"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

type queueLimiter = workqueue.TypedRateLimiter[reconcile.Request]

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	owns := flag.Bool("owns", false, "watch the secrets of namespaces")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)

	one := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"in the queues of 2 controllers"
	must(setup(mgr, o, "one", &corev1.ConfigMap{}, one))
	must(setup(mgr, o, "two", &corev1.Secret{}, one))

	bucket := &workqueue.TypedBucketRateLimiter[reconcile.Request]{Limiter: rate.NewLimiter(rate.Limit(*rps), *rps)}
	within := workqueue.NewTypedItemFastSlowRateLimiter[reconcile.Request](time.Second, time.Minute, 3) // want RL2001:"in the queues of 2 controllers"
	must(setup(mgr, o, "three", &corev1.Pod{}, workqueue.NewTypedMaxOfRateLimiter[reconcile.Request](within, bucket)))
	must(setup(mgr, o, "four", &corev1.Node{}, workqueue.NewTypedMaxOfRateLimiter[reconcile.Request](within, bucket)))

	for name, kind := range map[string]client.Object{"five": &corev1.Service{}, "six": &corev1.Endpoints{}} {
		must(setup(mgr, o, name, kind, workqueue.NewTypedMaxOfRateLimiter[reconcile.Request](limits.NewController(), bucket)))
	}

	three := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"in the queues of 2 controllers .nine, core/v1.Namespace."
	must(setup(mgr, o, "nine", &corev1.PersistentVolume{}, three))
	must(either(mgr, o, *owns, three))

	same := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
	must(setup(mgr, o, "seven", &corev1.Event{}, same))
	must(setup(mgr, o, "eight", &corev1.Event{}, same))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object, l queueLimiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{RateLimiter: l, MaxConcurrentReconciles: o.MaxConcurrentReconciles}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func either(mgr ctrl.Manager, o limits.Options, owns bool, l queueLimiter) error {
	r := limits.NewReconciler(&inert.Reconciler{}, o.Global)
	options := controller.Options{RateLimiter: l, MaxConcurrentReconciles: o.MaxConcurrentReconciles}
	if owns {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Owns(&corev1.Secret{}).WithOptions(options).Complete(r)
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithOptions(options).Complete(r)
}
