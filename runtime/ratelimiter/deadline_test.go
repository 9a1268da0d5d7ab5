//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// setTimeout sets the ReconciliationTimeout of a controller's or a manager's options, and
// reports whether this controller-runtime has one.
func setTimeout(options any, timeout time.Duration) bool {
	field := reflect.ValueOf(options).Elem().FieldByName("ReconciliationTimeout")
	if field.IsValid() {
		field.Set(reflect.ValueOf(timeout))
	}
	return field.IsValid()
}

// managerWithTimeout tells the timeout of its reconciles.
type managerWithTimeout struct {
	recordingManager
	timeout time.Duration
}

func (m *managerWithTimeout) GetControllerOptions() (o config.Controller) {
	setTimeout(&o, m.timeout)
	return o
}

// Reconciles of the drop-in begin with a context that has time left, however long they
// waited: fifty busy controllers at 10/s, each turn of a worker after 50 s, with a timeout
// of 30 s. The limit holds.
func TestDropInReconcilesWithinTheTimeout(t *testing.T) {
	const controllers, timeout, length = 50, 30 * time.Second, 10 * time.Minute
	var probe controller.Options
	if !setTimeout(&probe, timeout) {
		t.Skip("this controller-runtime has no timeout of reconciles")
	}
	synctest.Test(t, func(t *testing.T) {
		m := &managerWithTimeout{timeout: timeout}
		limits := newLimits(t, maxReconcileRate)
		global := limits.GlobalRateLimiter(m)
		log := simulation.NewLog()
		var alive, ended atomic.Int64
		began := time.Now()
		var all []simulation.Controller
		for i := range controllers {
			name := fmt.Sprint("timeout-", i)
			inner := log.Reconciler(func(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
				if time.Since(began) > length {
					return reconcile.Result{}, nil // up to v0.22 a controller that stops ends what waits
				}
				if ctx.Err() == context.DeadlineExceeded {
					ended.Add(1)
					return reconcile.Result{}, ctx.Err()
				}
				alive.Add(1)
				return reconcile.Result{RequeueAfter: time.Millisecond}, nil
			})
			o := controller.Options{
				Reconciler:              &middleware{name: name, inner: inner, limit: global, limited: map[string]bool{}},
				RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
				MaxConcurrentReconciles: maxReconcileRate,
			}
			setTimeout(&o, timeout)
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects("object", 20), 0),
			}})
		}
		run(t, length, all...)
		through := alive.Load() + ended.Load()
		t.Logf("%d of %d reconciles began with time left", alive.Load(), through)
		if through < 6040 || through > 6100 {
			t.Errorf("%d let through in %v, want 6100, less the half of a burst that is kept", through, length)
		}
		if ended.Load() > 0 {
			t.Errorf("%d reconciles began with an ended context", ended.Load())
		}
		checkWindows(t, log.Entries(), maxReconcileRate, 10*maxReconcileRate)
	})
}
