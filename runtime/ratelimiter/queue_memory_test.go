//go:build go1.25

package ratelimiter

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// However many requests wait in the queue, only the workers wait here.
func TestMillionRequestsWait(t *testing.T) {
	requests := 1_000_000
	if testing.Short() {
		requests /= 10
	}
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		stop, err := simulation.Start(t.Context(), simulation.Controller{
			Name:    "million",
			Options: limited(t, "million", log.Reconciler(nil), limits),
			Sources: []source.Source{source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
				for _, object := range simulation.Objects("object", requests) {
					queue.Add(object)
				}
				return nil
			})},
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if got := limits.global.tree.waiting; got != maxReconcileRate {
			t.Errorf("%d wait for the limiter, want the %d workers", got, maxReconcileRate)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
