// Command copiedoptions sets its controller up with a copy of its settings, which their own methods make.
package main

import (
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

type settings struct {
	workers int
	limiter workqueue.TypedRateLimiter[reconcile.Request]
	global  *rate.Limiter
}

func (s *settings) DeepCopyInto(out *settings) { *out = *s }

func (s *settings) DeepCopy() *settings {
	out := new(settings)
	s.DeepCopyInto(out)
	return out
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	s := &settings{
		workers: 3, // want RL1003:"3 worker"
		limiter: limits.NewController(),
		global:  limits.NewGlobal(*rps),
	}
	if err := setup(mgr, s.DeepCopy()); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, s *settings) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: s.workers, RateLimiter: s.limiter}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, s.global))
}
