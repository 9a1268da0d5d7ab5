package ratelimiter

import (
	"context"
	"testing"
	"time"

	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// What no constructor made says so by an error: nothing panics, and nothing is
// let through.
func TestZeroValuesReturnErrors(t *testing.T) {
	var (
		noLimits     *Limits
		noLimiter    *Limiter
		noReconciler *Reconciler[reconcile.Request]
		ctx          = context.Background()
	)
	reconciler := func(l *Limits) error {
		_, err := NewReconciler("a", reconcile.Func(succeed), l)
		return err
	}
	class := func(l *Limiter) error { _, err := l.NewClass(1, 1); return err }
	newShare := func(l *Limiter) error { _, err := l.newShare("a", 1); return err }
	reconciles := func(r *Reconciler[reconcile.Request]) error {
		_, err := r.Reconcile(ctx, reconcile.Request{})
		return err
	}
	for name, err := range map[string]error{
		"nil limits, SetMaxReconcileRate":   noLimits.SetMaxReconcileRate(1),
		"empty limits, SetMaxReconcileRate": (&Limits{}).SetMaxReconcileRate(1),
		"nil limits, NewReconciler":         reconciler(noLimits),
		"empty limits, NewReconciler":       reconciler(&Limits{}),
		"nil limiter, NewClass":             class(noLimiter),
		"empty limiter, NewClass":           class(&Limiter{}),
		"nil limits' limiter, NewClass":     class(noLimits.Global()),
		"nil limiter, newShare":             newShare(noLimiter),
		"empty limiter, newShare":           newShare(&Limiter{}),
		"nil limiter, SetLimit":             noLimiter.SetLimit(1, 1),
		"empty limiter, SetLimit":           (&Limiter{}).SetLimit(1, 1),
		"nil limiter, Throttle":             noLimiter.Throttle(time.Second),
		"empty limiter, Throttle":           (&Limiter{}).Throttle(time.Second),
		"nil limiter, Pause":                noLimiter.Pause(),
		"empty limiter, Resume":             (&Limiter{}).Resume(),
		"nil reconciler":                    reconciles(noReconciler),
		"empty reconciler":                  reconciles(&Reconciler[reconcile.Request]{}),
		"nil limits, TraceWaits":            noLimits.TraceWaits(nil),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	noReconciler.Close()
	(&Reconciler[reconcile.Request]{}).Close()
	if noLimits.LimitRESTConfig(&rest.Config{}) != nil || noLimits.ManagerDefaults().MaxConcurrentReconciles != 0 {
		t.Error("nil limits made a config")
	}
	if o := noReconciler.ControllerOptions(); o.MaxConcurrentReconciles != 0 || o.NewQueue != nil {
		t.Error("a nil reconciler made options")
	}
}

func TestClosedReconcilerRefuses(t *testing.T) {
	limits, err := New(1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReconciler("closed", reconcile.Func(succeed), limits)
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if _, err := r.Reconcile(context.Background(), reconcile.Request{}); err == nil {
		t.Error("a closed reconciler reconciled")
	}
}
