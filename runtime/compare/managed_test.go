package compare

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	xpratelimiter "github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource/fake"
	"github.com/crossplane/crossplane-runtime/v2/pkg/test"
	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// statusError is the error of an SDK that knows nothing of limiters.
type statusError struct {
	status     int
	retryAfter time.Duration
}

func (e *statusError) Error() string { return "status" }

// throttled is what a provider's main says of its SDK.
func throttled(err error) error {
	var status *statusError
	if errors.As(err, &status) && (status.status == 429 || status.status >= 500) {
		return ratelimiter.Throttled(err, status.retryAfter)
	}
	return err
}

// farSide is the external client of a provider. Observe answers what the far side does at
// that time.
type farSide struct {
	managed.NopClient
	began time.Time
	err   func(at time.Duration) error

	mu    sync.Mutex
	calls []time.Duration
}

func (f *farSide) Observe(context.Context, resource.Managed) (managed.ExternalObservation, error) {
	at := time.Since(f.began)
	f.mu.Lock()
	f.calls = append(f.calls, at)
	f.mu.Unlock()
	return managed.ExternalObservation{ResourceExists: true, ResourceUpToDate: true}, f.err(at)
}

func (f *farSide) between(from, to time.Duration) (n int) {
	for _, at := range f.calls {
		if from <= at && at < to {
			n++
		}
	}
	return n
}

// provider runs the managed.Reconciler of crossplane-runtime for a hundred objects that are
// polled every ten seconds, for a quarter of an hour.
func provider(t *testing.T, limits *ratelimiter.Limits, log logr.Logger, dropIn bool, answer func(at time.Duration) error) *farSide {
	t.Helper()
	const name = "managed/mytype.example.org"
	far := &farSide{began: time.Now(), err: answer}
	m := &fake.Manager{
		Scheme: fake.SchemeWith(&fake.ModernManaged{}),
		Client: &test.MockClient{
			MockGet:          test.NewMockGetFn(nil, func(o client.Object) error { o.SetFinalizers([]string{managed.FinalizerName}); return nil }),
			MockUpdate:       test.NewMockUpdateFn(nil),
			MockStatusUpdate: test.NewMockSubResourceUpdateFn(nil),
		},
	}
	inner := managed.NewReconciler(m, resource.ManagedKind(fake.GVK(&fake.ModernManaged{})),
		managed.WithLogger(logging.NewLogrLogger(log).WithValues("controller", name)),
		managed.WithExternalConnector(managed.ExternalConnectorFn(func(context.Context, resource.Managed) (managed.ExternalClient, error) {
			return far, nil
		})),
		managed.WithInitializers(),
		managed.WithPollInterval(10*time.Second),
	)
	var o controller.Options
	if dropIn {
		o = controller.Options{
			Reconciler:              xpratelimiter.NewReconciler(name, inner, limits.GlobalRateLimiter(nil)),
			RateLimiter:             xpratelimiter.NewController(),
			MaxConcurrentReconciles: maxReconcileRate,
		}
	} else {
		limited, err := ratelimiter.NewReconciler(name, inner, limits)
		if err != nil {
			t.Fatal(err)
		}
		o = limited.ControllerOptions()
		o.Reconciler = limited
	}
	err := simulation.Run(t.Context(), 15*time.Minute, simulation.Controller{
		Name: name, Options: o, Sources: []source.Source{simulation.Appear(simulation.Objects("object", 100), 0)},
	})
	if err != nil {
		t.Error(err)
	}
	return far
}

// The managed.Reconciler of crossplane-runtime returns no error when a call has failed. What its far side
// says is heard through its logger, under the drop-in and under full wiring.
func TestManagedReconcilerIsHeard(t *testing.T) {
	const asked, rest = 5 * time.Minute, 2 * time.Minute
	tooMany := func(at time.Duration) error {
		if asked <= at && at < asked+rest {
			return &statusError{status: 429, retryAfter: asked + rest - at}
		}
		return nil
	}
	for _, dropIn := range []bool{true, false} {
		for _, listen := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				limits, err := ratelimiter.New(maxReconcileRate)
				if err != nil {
					t.Fatal(err)
				}
				written := 0
				log := funcr.New(func(string, string) { written++ }, funcr.Options{})
				if listen {
					log = limits.Listen(log, throttled)
				}
				far := provider(t, limits, log, dropIn, tooMany)
				calls, then := far.between(asked, asked+rest), far.between(asked+rest, 15*time.Minute)
				t.Logf("drop-in %v, listens %v: %d calls within a Retry-After of %v, %d in the eight minutes after it", dropIn, listen, calls, rest,
					then)
				if most := maxReconcileRate; listen && calls > most {
					t.Errorf("drop-in %v: %d calls while the far side asked to be left alone, want at most the %d that were under way", dropIn, calls,
						most)
				}
				if !listen && calls < 400 {
					t.Errorf("drop-in %v: %d calls without listening, want those of the limit", dropIn, calls)
				}
				if then < 4500 {
					t.Errorf("drop-in %v: %d calls when that was over, want some 4,800", dropIn, then)
				}
				if written > 0 {
					t.Errorf("%d lines were written that the program's logger does not write", written)
				}
			})
		}
	}
}

// An outage that the managed.Reconciler tells only in the log trips the breaker of full wiring.
func TestManagedReconcilerTripsTheBreaker(t *testing.T) {
	const from, to = 2 * time.Minute, 12 * time.Minute
	synctest.Test(t, func(t *testing.T) {
		limits, err := ratelimiter.New(maxReconcileRate, ratelimiter.WithAdaptive())
		if err != nil {
			t.Fatal(err)
		}
		far := provider(t, limits, limits.Listen(logr.New(quiet{}), throttled), false, func(at time.Duration) error {
			if from <= at && at < to {
				return &statusError{status: 503}
			}
			return nil
		})
		calls, then := far.between(from, to), far.between(to+time.Minute, 15*time.Minute)
		t.Logf("%d calls in an outage of ten minutes, %d in the last two minutes", calls, then)
		if calls > 30 {
			t.Errorf("%d calls in an outage of ten minutes, want at most 30", calls)
		}
		if then < 600 {
			t.Errorf("%d calls when it was over, want more than 600", then)
		}
	})
}

// quiet is a sink that writes nothing.
type quiet struct{}

func (quiet) Init(logr.RuntimeInfo)            {}
func (quiet) Enabled(int) bool                 { return false }
func (quiet) Info(int, string, ...any)         {}
func (quiet) Error(error, string, ...any)      {}
func (q quiet) WithValues(...any) logr.LogSink { return q }
func (q quiet) WithName(string) logr.LogSink   { return q }
