package compare

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/ratelimiter"
	"github.com/rllint/rllint/runtime/tracing"
)

// A reconcile in a span that has to wait has a child that tells for how long; one
// that need not wait has none.
func TestWaitIsTraced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits, err := ratelimiter.New(1)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, limits)
		if err := limits.TraceWaits(tracing.Wait); err != nil {
			t.Fatal(err)
		}
		r, err := ratelimiter.NewReconciler("traced", reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			return reconcile.Result{}, nil
		}), limits)
		if err != nil {
			t.Fatal(err)
		}
		recorder := tracetest.NewSpanRecorder()
		tracer := sdk.NewTracerProvider(sdk.WithSpanProcessor(recorder)).Tracer("test")
		for range 11 {
			ctx, span := tracer.Start(t.Context(), "reconcile")
			if _, err := r.Reconcile(ctx, reconcile.Request{}); err != nil {
				t.Fatal(err)
			}
			span.End()
		}
		var waits []sdk.ReadOnlySpan
		for _, span := range recorder.Ended() {
			if span.Name() == tracing.SpanName {
				waits = append(waits, span)
			}
		}
		if len(waits) != 1 {
			t.Fatalf("%d spans of waits, want the one after the burst of ten", len(waits))
		}
		if got := waits[0].EndTime().Sub(waits[0].StartTime()); got != time.Second || !waits[0].Parent().IsValid() {
			t.Errorf("the span is %v long with parent %v, want 1s and the reconcile's", got, waits[0].Parent())
		}
		// Without a span nothing is recorded.
		if _, err := r.Reconcile(t.Context(), reconcile.Request{}); err != nil {
			t.Fatal(err)
		}
		if n := len(recorder.Ended()); n != 12 {
			t.Errorf("%d spans, want 12", n)
		}
	})
}
