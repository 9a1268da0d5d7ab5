package main

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/limits"
)

// counted has workers whose number a function counts, which runs once however often it is asked.
func counted(mgr ctrl.Manager) {
	n := 0 // want RL1003:"runs 3 workers"
	next := sync.OnceValue(func() int { n++; return n })
	pair := sync.OnceValues(func() (int, error) { n += 2; return n, nil })
	next()
	_, _ = pair()
	number, err := pair()
	if err != nil || next() != 1 {
		panic(err)
	}
	reconciler := limits.NewReconciler(rec{}, bucket())
	if err := ctrl.NewControllerManagedBy(mgr).Named("three").For(&corev1.Event{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: number, RateLimiter: limits.NewController()}).
		Complete(reconciler); err != nil {
		panic(err)
	}
}
