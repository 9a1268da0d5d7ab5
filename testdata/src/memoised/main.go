// Command memoised makes its limiters when they are first asked for.
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
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/limits"
)

var early = flag.Bool("early", false, "make the bucket before any controller does")

var maxRate = flag.Int("max-reconcile-rate", 10, "")

var bucket = sync.OnceValue(func() *rate.Limiter { return limits.NewGlobal(*maxRate) })

var perItem = sync.OnceValue(func() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"in the queues of 3 controllers .pods, nodes, secrets."
})

type rec struct{}

func (rec) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func main() {
	flag.Parse()
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**maxRate), 10**maxRate
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if *early {
		log.Print(bucket().Limit())
	}
	add(mgr, "pods", &corev1.Pod{})
	add(mgr, "nodes", &corev1.Node{})
	add(mgr, "secrets", &corev1.Secret{})
	counted(mgr)
	_ = mgr.Start(ctrl.SetupSignalHandler())
}

func add(mgr ctrl.Manager, name string, of client.Object) {
	if err := ctrl.NewControllerManagedBy(mgr).Named(name).For(of).
		WithOptions(controller.Options{MaxConcurrentReconciles: *maxRate, RateLimiter: perItem()}).
		Complete(limits.NewReconciler(rec{}, bucket())); err != nil {
		panic(err)
	}
}
