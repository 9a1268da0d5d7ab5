// Command errorpair gets its limits from functions that return a value and an
// error, or several values.
package main

import (
	"errors"
	"flag"
	"log"
	"os"
	"strconv"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

func newOptions(rps int) (controller.Options, error) {
	if rps < 1 {
		return controller.Options{}, errors.New("max-reconcile-rate must be positive")
	}
	return controller.Options{MaxConcurrentReconciles: rps, RateLimiter: limits.NewController()}, nil // want RL2001:"different kinds"
}

func wrap(r reconcile.Reconciler, global *rate.Limiter) (wrapped reconcile.Reconciler, err error) {
	if global == nil {
		return nil, errors.New("no global limiter")
	}
	wrapped = limits.NewReconciler(r, global)
	return wrapped, nil
}

// workersFromEnv returns the number of workers in the environment.
func workersFromEnv() (int, error) {
	workers, err := strconv.Atoi(os.Getenv("QUEUE_WORKERS")) // want RL1003:"QUEUE_WORKERS"
	if err != nil {
		return 0, err
	}
	return workers, nil
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	options, err := newOptions(*rps)
	check(err)
	wrapped, err := wrap(&inert.Reconciler{}, global)
	check(err)
	check(build(mgr, "both", &corev1.ConfigMap{}, options).Complete(wrapped))
	check(build(mgr, "bare", &corev1.Secret{}, options).Complete(&inert.Reconciler{})) // want RL1002:"never ask"

	options.MaxConcurrentReconciles, err = workersFromEnv()
	check(err)
	check(buildQueue(mgr, options).Complete(wrapped))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func build(mgr ctrl.Manager, name string, kind client.Object, o controller.Options) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o)
}

func buildQueue(mgr ctrl.Manager, o controller.Options) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named("queue").For(&corev1.Pod{}).WithOptions(o)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
