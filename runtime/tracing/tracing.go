// Package tracing shows in OpenTelemetry traces how long a reconcile waited for the
// limiter of package ratelimiter:
//
//	limits.TraceWaits(tracing.Wait)
//
// It is a module of its own, so that package ratelimiter does not need
// OpenTelemetry.
package tracing

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/trace"
)

const (
	// tracerName is the instrumentation scope of the spans.
	tracerName = "github.com/rllint/rllint/runtime/tracing"

	// SpanName is the name of the span of a wait.
	SpanName = "wait for rate limit"
)

// Wait records a wait as a span, if the context has one whose tracer records it: a
// child of that span. In a limited queue the wait ends before the reconcile begins,
// and so does the span. Wait is for the TraceWaits of ratelimiter.Limits.
func Wait(ctx context.Context, from, to time.Time) {
	parent := trace.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return
	}
	_, span := parent.TracerProvider().Tracer(tracerName).Start(ctx, SpanName, trace.WithTimestamp(from))
	span.End(trace.WithTimestamp(to))
}
