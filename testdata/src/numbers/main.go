// Package main makes limiters of numbers that cannot work, for queues and for middleware, and
// beside each one of numbers that can, or that are decided elsewhere.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

type (
	request = reconcile.Request
	limiter = workqueue.TypedRateLimiter[request]
	bucket  = workqueue.TypedBucketRateLimiter[request]
)

const slow = time.Hour

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	base := flag.Duration("base", 0, "first delay")
	first := flag.Duration("first", 10*time.Minute, "first delay")
	longest := time.Hour
	flag.DurationVar(&longest, "longest", time.Minute, "longest delay")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	must(err)
	o := limits.NewOptions(*rps)

	setup(mgr, o, "a", workqueue.NewTypedItemExponentialFailureRateLimiter[request](0, time.Minute))             // want RL3001:"first delay is 0s"
	setup(mgr, o, "b", workqueue.NewTypedItemExponentialFailureRateLimiter[request](5*time.Minute, time.Minute)) // want RL3001:"first delay of 5m0s is longer than its longest of 1m0s"
	setup(mgr, o, "c", workqueue.NewTypedItemFastSlowRateLimiter[request](time.Second, 0, 3))                    // want RL3001:"delay of 0s"
	setup(mgr, o, "d", workqueue.NewTypedMaxOfRateLimiter[request]())                                            // want RL3001:"asks no limiter"
	setup(mgr, o, "e", &bucket{Limiter: rate.NewLimiter(10, 100)})                                               // want RL3001:"this limiter of controller e is a bucket alone"
	setup(mgr, o, "f", workqueue.NewTypedMaxOfRateLimiter[request](limits.NewController(), &bucket{
		Limiter: rate.NewLimiter(10, 0), // want RL3001:"burst is 0"
	}))
	setup(mgr, o, "g", workqueue.NewTypedMaxOfRateLimiter[request](limits.NewController(), &bucket{
		Limiter: rate.NewLimiter(0, 10), // want RL3001:"rate is 0"
	}))
	setup(mgr, limits.Options{
		MaxConcurrentReconciles: *rps,
		Global:                  rate.NewLimiter(rate.Inf, 1), // want RL3001:"rate is infinite"
	}, "h", limits.NewController())

	setup(mgr, o, "l", workqueue.NewTypedItemExponentialFailureRateLimiter[request](slow, time.Minute)) // want RL3001:"longer than its longest"

	setup(mgr, o, "m", workqueue.NewTypedItemExponentialFailureRateLimiter[request](*first, longest))     // want RL3001:"by default its first delay of 10m0s is longer than its longest of 1m0s"
	setup(mgr, o, "n", workqueue.NewTypedItemExponentialFailureRateLimiter[request](*first, time.Second)) // want RL3001:"by default its first delay of 10m0s is longer than its longest of 1s"
	setup(mgr, o, "o", workqueue.NewTypedItemExponentialFailureRateLimiter[request](*first, time.Hour))
	setup(mgr, o, "p", workqueue.NewTypedItemExponentialFailureRateLimiter[request](time.Second, *base))

	setup(mgr, o, "i", workqueue.NewTypedItemExponentialFailureRateLimiter[request](*base, time.Minute))
	setup(mgr, o, "j", workqueue.NewTypedItemExponentialFailureRateLimiter[request](time.Minute, time.Minute))
	setup(mgr, o, "k", workqueue.NewTypedMaxOfRateLimiter[request](limits.NewController(), &bucket{Limiter: rate.NewLimiter(10, 100)}))
	log.Println(rate.NewLimiter(rate.Inf, 0), "is for no controller")
	mayDrain(flowcontrol.NewTokenBucketRateLimiter(float32(*rps)/3600, 0)) // want RL3001:"this limiter cannot work: its burst is 0: it lets nothing through"
	mayDrain(flowcontrol.NewTokenBucketRateLimiter(0, 0))                  // nothing may
	mayDrain(flowcontrol.NewTokenBucketRateLimiter(1, *rps))
	mayDrain(flowcontrol.NewTokenBucketRateLimiter(numbers()))
	setupGate(mgr, o, "q", fixed(0))
	setupGate(mgr, o, "r", flowcontrol.NewTokenBucketRateLimiter(5, 0)) // want RL3001:"this limiter of controller r cannot work: its burst is 0"
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setup(mgr ctrl.Manager, o limits.Options, name string, l limiter) {
	must(ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: l, MaxConcurrentReconciles: o.MaxConcurrentReconciles}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))) // want RL1002:"controller h does not ask .* asks a limiter of its own"
}

func numbers() (float32, int) { return 5, 0 }

func fixed(burst int) flowcontrol.RateLimiter { return flowcontrol.NewTokenBucketRateLimiter(5, burst) } // want RL3001:"this limiter of controller q cannot work: its burst is 0"

func setupGate(mgr ctrl.Manager, o limits.Options, name string, l flowcontrol.RateLimiter) {
	must(ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(gate{&inert.Reconciler{}, l})) // want RL1002:"2 controllers .q, r. do not ask .* asks a limiter of its own"
}

// A gate asks a bucket before each reconcile.
type gate struct {
	inert  *inert.Reconciler
	bucket flowcontrol.RateLimiter
}

func (g gate) Reconcile(ctx context.Context, req request) (ctrl.Result, error) {
	g.bucket.Accept()
	return g.inert.Reconcile(ctx, req)
}

func mayDrain(limiter flowcontrol.RateLimiter) bool { return limiter.TryAccept() }
