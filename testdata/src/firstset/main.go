// Command firstset sets numbers of workers that may be set elsewhere already. The name of a controller says how many it has.
package main

import (
	"cmp"
	"context"
	"flag"
	"log"
	"os"
	"strconv"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type nothing struct{}

func (nothing) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

// waits asks a token bucket before each reconcile.
type waits struct {
	bucket *rate.Limiter
	inner  reconcile.Reconciler
}

func (w waits) Reconcile(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
	if err := w.bucket.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return w.inner.Reconcile(ctx, r)
}

func setup(mgr manager.Manager, name string, workers int, r reconcile.Reconciler) {
	err := ctrl.NewControllerManagedBy(mgr).Named(name).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: workers}).Complete(r)
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	workers := flag.Int("workers", 5, "")
	var kinds []string
	flag.Func("kind", "may be given several times", func(s string) error { kinds = append(kinds, s); return nil })
	given := 2
	flag.Func("given", "", func(s string) (err error) {
		given, err = strconv.Atoi(s)
		return err
	})
	flag.Parse()

	restConfig := ctrl.GetConfigOrDie()
	restConfig.QPS = 100
	mgr, err := ctrl.NewManager(restConfig, ctrl.Options{Controller: config.Controller{MaxConcurrentReconciles: 6}}) // want RL1000:"no limit spans"
	if err != nil {
		log.Fatal(err)
	}
	setup(mgr, "3", cmp.Or(0, 3, 4), nothing{})
	setup(mgr, "workers", cmp.Or(*workers, 3), nothing{})
	setup(mgr, "given", given, nothing{})
	setup(mgr, "any number", len(kinds), nothing{})
	if os.Getenv("OWN") != "" {
		// Its bucket is made here, and is nevertheless for one controller.
		setup(mgr, "4, with a bucket of its own", 4, waits{rate.NewLimiter(1, 1), nothing{}})
	}
	byHand(mgr)
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
