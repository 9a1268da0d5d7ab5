//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// hastyController is one whose reconciles time out, which has always something to
// do and one worker.
func hastyController(t *testing.T, kind queueKind, limits *Limits, timeout time.Duration) (simulation.Controller, *simulation.Log) {
	log := simulation.NewLog()
	o := limited(t, "hasty", log.Reconciler(restless), limits)
	o.Reconciler = withTimeout(timeout, o.Reconciler)
	o.MaxConcurrentReconciles = 1
	kind.use(&o)
	return simulation.Controller{Name: "hasty", Options: o, Sources: []source.Source{
		simulation.Appear(simulation.Objects("object", 10), 0),
	}}, log
}

// Those who wait for a token of their class are no reason for others to wait.
func TestNoTokenIdlesBesideABusyClass(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		spendAll(t, limits)
		class := mustClass(t, limits.Global(), 0.000001, 1)
		stop, end := context.WithCancel(context.Background())
		defer end()
		keepAsking(stop, mustShare(t, class, "class", 1), 200)
		c, log := hastyController(t, kind, limits, 2*time.Second)
		run(t, time.Minute, c)
		got := log.Between(0, time.Minute)
		if got < 594 || got > 600 {
			t.Errorf("%d of 600 tokens were used", got)
		}
		t.Logf("%d of 600 tokens were used beside a class without tokens", got)
	})
}

// When the rate is raised, reconciles start at once.
func TestNoTokenIdlesAfterTheRateIsRaised(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		spendAll(t, limits)
		if err := limits.Global().SetLimit(0.01, 1); err != nil {
			t.Fatal(err)
		}
		c, log := hastyController(t, kind, limits, 10*time.Second)
		stop, err := simulation.Start(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		const raised = 61 * time.Second
		time.Sleep(raised)
		if err := limits.Global().SetLimit(100, 1); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := stop(); err != nil {
			t.Error(err)
		}
		entries := log.Entries()
		if len(entries) < 50 || entries[0].At > raised+15*time.Millisecond {
			t.Errorf("%d reconciles, the first of them %v after the rate was raised to 100/s", len(entries), entries[0].At-raised)
		}
		t.Logf("the first reconcile came %v after the rate was raised", entries[0].At-raised)
	})
}

// When the others stop, the one that is left has all tokens.
func TestNoTokenIdlesAfterTheOthersStop(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		spendAll(t, limits)
		stop, end := context.WithCancel(context.Background())
		for i := range 49 {
			keepAsking(stop, mustShare(t, limits.Global(), fmt.Sprint("busy-", i), 1), 10)
		}
		c, log := hastyController(t, kind, limits, 8*time.Second)
		stopController, err := simulation.Start(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		const busy, alone = time.Minute, 40 * time.Second
		time.Sleep(busy)
		end()
		time.Sleep(alone)
		if err := stopController(); err != nil {
			t.Error(err)
		}
		got := log.Between(busy, busy+alone)
		if got < 396 || got > 401 {
			t.Errorf("%d of 400 tokens were used by the one that was left", got)
		}
		t.Logf("%d of 400 tokens were used by the one that was left", got)
	})
}

// A middleware outside that makes an error of what was put off does not make a
// healthy object back off.
func TestPutOffThatBecameAnErrorIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 1)
		fails := true
		r, err := NewReconciler("object", reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			if fails {
				return reconcile.Result{}, errFailing
			}
			return reconcile.Result{}, nil
		}), limits)
		if err != nil {
			t.Fatal(err)
		}
		request := simulation.Request("object")
		// What the controller does with each answer.
		reconcileOnce := func(timeout time.Duration) (result reconcile.Result, err error) {
			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()
			result, err = r.Reconcile(ctx, request)
			switch {
			case err != nil:
				r.backOff.When(request)
			default:
				r.backOff.Forget(request)
			}
			return result, err
		}
		_, _ = reconcileOnce(time.Hour)
		spendAll(t, limits)
		if result, err := reconcileOnce(time.Millisecond); err != nil || result.RequeueAfter == 0 || r.backOff.NumRequeues(request) != 1 {
			t.Errorf("put off: %v, %v with %d failures, want to come back with the one failure", result, err, r.backOff.NumRequeues(request))
		}

		// Put off again; the middleware outside makes it an error, which ends there.
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, _ = r.Reconcile(ctx, request)
		fails = false
		if _, err := reconcileOnce(time.Hour); err != nil || r.backOff.NumRequeues(request) != 0 {
			t.Errorf("after a success %d failures are counted (%v)", r.backOff.NumRequeues(request), err)
		}

		// The same when the error counts as a failure.
		fails = true
		_, _ = reconcileOnce(time.Hour)
		ctx, cancel = context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, _ = r.Reconcile(ctx, request)
		r.backOff.When(request)
		r.backOff.Forget(request)
		if r.backOff.NumRequeues(request) != 0 || r.backOff.kept.Load() != 0 {
			t.Errorf("after a success %d failures are counted", r.backOff.NumRequeues(request))
		}
	})
}
