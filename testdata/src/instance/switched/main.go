// Package main chooses the limiter of its queues by a flag: one instance for all, whichever it is. Those that are
// chosen for each controller apart, or may be made by others, are silent.
package main

import (
	"flag"
	"log"
	"time"

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
	backoff := flag.String("backoff", "exponential", "how failures are retried")
	slow := flag.Bool("slow", false, "retry slowly")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	must(err)
	o := limits.NewOptions(*rps)

	opts := controller.Options{MaxConcurrentReconciles: *rps}
	switch *backoff {
	case "exponential":
		opts.RateLimiter = workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"in the queues of 3 controllers .one, two, three."
	case "fast-slow":
		opts.RateLimiter = workqueue.NewTypedItemFastSlowRateLimiter[reconcile.Request](time.Second, time.Minute, 3)
	default:
		log.Fatal("no such back-off")
	}
	must(setup(mgr, o, "one", &corev1.ConfigMap{}, opts))
	must(setup(mgr, o, "two", &corev1.Secret{}, opts))
	other := opts
	other.MaxConcurrentReconciles = 2 * *rps
	must(setup(mgr, o, "three", &corev1.Pod{}, other))

	for name, kind := range map[string]client.Object{"four": &corev1.Service{}, "five": &corev1.Endpoints{}} {
		must(setup(mgr, o, name, kind, controller.Options{MaxConcurrentReconciles: *rps, RateLimiter: choose(*slow)}))
	}

	perhaps := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"in the queues of 2 controllers .six, seven."
	always := controller.Options{MaxConcurrentReconciles: *rps, RateLimiter: perhaps}
	sometimes := controller.Options{MaxConcurrentReconciles: *rps} // want RL1001:"controller seven has no queue limiter"
	if *slow {
		sometimes.RateLimiter = perhaps
	}
	must(setup(mgr, o, "six", &corev1.Node{}, always))
	must(setup(mgr, o, "seven", &corev1.Event{}, sometimes))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func choose(slow bool) queueLimiter {
	if slow {
		return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Minute, time.Hour)
	}
	return limits.NewController()
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object, opts controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(opts).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
