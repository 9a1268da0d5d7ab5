// Package main asks limiters per item before each reconcile: client-go's, one within a limiter of
// limiters, and one of its own. A bucket, alone or one per class, is none.
package main

import (
	"context"
	"flag"
	"log"
	"sync"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)

	exponential := workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute) // want RL1007:"holds workqueue.NewTypedItemExponentialFailureRateLimiter"
	must(setup(mgr, o, "one", &corev1.ConfigMap{}, exponential))
	must(setup(mgr, o, "two", &corev1.Secret{}, exponential))

	bucket := &workqueue.TypedBucketRateLimiter[string]{Limiter: o.Global}
	most := workqueue.NewTypedMaxOfRateLimiter( // want RL1007:"holds workqueue.NewTypedItemFastSlowRateLimiter beside its token bucket: it delays each object by itself, healthy ones too$"
		workqueue.NewTypedItemFastSlowRateLimiter[string](time.Second, time.Minute, 3), bucket)
	must(setup(mgr, o, "three", &corev1.Pod{}, most))
	must(setup(mgr, o, "four", &corev1.Node{}, most))

	own := &attempts{made: make(map[string]int)} // want RL1007:"holds peritem.attempts"
	must(setup(mgr, o, "five", &corev1.Service{}, own))
	must(setup(mgr, o, "six", &corev1.Endpoints{}, own))

	must(setup(mgr, o, "seven", &corev1.Event{}, bucket))
	must(setup(mgr, o, "eight", &corev1.Namespace{}, bucket))

	only := workqueue.NewTypedMaxOfRateLimiter[string](bucket, &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(rate.Limit(*rps), *rps)})
	must(setup(mgr, o, "nine", &corev1.ServiceAccount{}, only))
	must(setup(mgr, o, "ten", &corev1.ReplicationController{}, only))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object, l limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(&limited{inner: &inert.Reconciler{}, limiter: l})
}

type limiter interface {
	When(item string) time.Duration
}

type limited struct {
	inner   reconcile.Reconciler
	limiter limiter
}

func (l *limited) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if d := l.limiter.When(req.String()); d > 0 {
		return reconcile.Result{RequeueAfter: d}, nil // want RL4012:"this wrapper answers"
	}
	return l.inner.Reconcile(ctx, req)
}

// attempts counts how often each item was asked for.
type attempts struct {
	mu   sync.Mutex
	made map[string]int
}

func (a *attempts) When(item string) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.made[item]++
	return time.Duration(a.made[item]) * time.Second
}
