// Command spread has middleware that lengthens by chance what the reconciler inside asks for: where a fraction is given, and not where it is 0.
package main

import (
	"context"
	"flag"
	"log"
	"math/rand/v2"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/polls/far"
)

// A spreading reconciler keeps apart what was seen together.
type spreading struct {
	inner    reconcile.Reconciler
	fraction float64
}

func (r *spreading) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	result, err := r.inner.Reconcile(ctx, req)
	if err == nil {
		result.RequeueAfter = lengthened(result.RequeueAfter, r.fraction)
	}
	return result, err
}

func lengthened(delay time.Duration, fraction float64) time.Duration {
	longer := time.Duration(rand.Float64() * fraction * float64(delay))
	return delay + min(longer, time.Hour)
}

func setup(mgr ctrl.Manager, object client.Object, poll time.Duration, fraction float64) error {
	return ctrl.NewControllerManagedBy(mgr).For(object).Complete(&spreading{far.New(mgr, far.WithInterval(poll)), fraction})
}

func main() {
	poll := flag.Duration("poll", 10*time.Minute, "how often each object is looked at")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans 4 controllers" RL2005:"2 controllers .core/v1.Node, core/v1.Pod. poll after the time that flag poll gives"
	if err != nil {
		log.Fatal(err)
	}
	if err := setup(mgr, &corev1.Secret{}, *poll, 0.1); err != nil {
		log.Fatal(err)
	}
	if err := setup(mgr, &corev1.Service{}, *poll, 0.2); err != nil {
		log.Fatal(err)
	}
	if err := setup(mgr, &corev1.Node{}, *poll, 0); err != nil {
		log.Fatal(err)
	}
	if err := setup(mgr, &corev1.Pod{}, *poll, 0); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
