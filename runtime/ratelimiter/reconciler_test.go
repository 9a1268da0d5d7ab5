//go:build go1.25

package ratelimiter

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// The cases of crossplane-runtime's own test: a request that is not limited, one
// that is, and one that comes back after it was.
func TestReconcile(t *testing.T) {
	inner := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		return reconcile.Result{RequeueAfter: 5 * time.Minute}, nil
	})
	request := simulation.Request("limited")
	tests := map[string]struct {
		spent   int           // requests before
		timeout time.Duration // of the context, 0 for none
		want    reconcile.Result
		waited  time.Duration
	}{
		"a request that is not limited goes to the inner reconciler": {
			want: reconcile.Result{RequeueAfter: 5 * time.Minute},
		},
		"a limited request waits and goes to the inner reconciler": {
			spent:  10,
			want:   reconcile.Result{RequeueAfter: 5 * time.Minute},
			waited: time.Second,
		},
		"a limited request whose context ended comes back": {
			spent:   10,
			timeout: -1,
			want:    reconcile.Result{RequeueAfter: time.Second},
		},
		"a limited request that gives up before its deadline comes back": {
			spent:   10,
			timeout: time.Second,
			want:    reconcile.Result{RequeueAfter: time.Millisecond},
			waited:  500 * time.Millisecond, // at most
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, err := NewReconciler("test", inner, newLimits(t, 1))
				if err != nil {
					t.Fatal(err)
				}
				for range test.spent {
					if _, err := r.Reconcile(t.Context(), request); err != nil {
						t.Fatal(err)
					}
				}
				ctx := t.Context()
				if test.timeout != 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.timeout)
					defer cancel()
				}
				began := time.Now()
				got, err := r.Reconcile(ctx, request)
				if err != nil || got != test.want || time.Since(began) > test.waited || time.Since(began) < test.waited/2 {
					t.Errorf("got %+v, %v after %v, want %+v after %v", got, err, time.Since(began), test.want, test.waited)
				}
			})
		})
	}
}

// Returning requests: crossplane-runtime lets a request that was limited before
// pass without asking again. Here it asks, like any other.
func TestRequestThatComesBackIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := NewReconciler("test", simulation.NewLog().Reconciler(nil), newLimits(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for range 20 {
			if _, err := r.Reconcile(t.Context(), simulation.Request("same")); err != nil {
				t.Fatal(err)
			}
		}
		if got := time.Since(began); got != 10*time.Second {
			t.Errorf("20 reconciles took %v, want 10s after a burst of 10", got)
		}
	})
}

func TestResultsErrorsAndPanicsPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var give func() (reconcile.Result, error)
		inner := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return give() })
		r, err := NewReconciler("test", inner, newLimits(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		terminal := reconcile.TerminalError(errFailing)
		give = func() (reconcile.Result, error) { return reconcile.Result{RequeueAfter: 1}, terminal }
		if got, err := r.Reconcile(t.Context(), simulation.Request("a")); err != terminal || got.RequeueAfter != 1 {
			t.Errorf("got %v, %v", got, err)
		}
		give = func() (reconcile.Result, error) { panic(errFailing) }
		func() {
			defer func() {
				if got := recover(); got != errFailing {
					t.Errorf("recovered %v", got)
				}
			}()
			_, _ = r.Reconcile(t.Context(), simulation.Request("a"))
		}()
		// A panic holds nothing: the other 8 of the burst are there.
		began := time.Now()
		give = func() (reconcile.Result, error) { return reconcile.Result{}, nil }
		for range 8 {
			if _, err := r.Reconcile(t.Context(), simulation.Request("a")); err != nil {
				t.Fatal(err)
			}
		}
		if time.Since(began) != 0 {
			t.Errorf("the rest of the burst took %v", time.Since(began))
		}
	})
}

// withTimeout does what controller-runtime's ReconciliationTimeout does in the
// versions that have it.
func withTimeout(timeout time.Duration, r reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		return r.Reconcile(ctx, req)
	})
}

// One object fails for ever, beside another controller that keeps the limiter
// so busy that many waits would outlast the deadline.
func TestBackOffSurvivesDeadlines(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, 1)
		failing, busy := simulation.NewLog(), simulation.NewLog()
		putOffs := 0
		o := limited(t, "failing", failing.Reconciler(func(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
			if ctx.Err() != nil {
				t.Error("the reconcile started with an ended context")
			}
			return reconcile.Result{}, errFailing
		}), limits)
		inner := o.Reconciler
		o.Reconciler = withTimeout(time.Second, reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
			got, err := inner.Reconcile(ctx, req)
			if err == nil && got.RequeueAfter > 0 {
				putOffs++
			}
			return got, err
		}))
		other := limited(t, "busy", busy.Reconciler(nil), limits)
		kind.use(&o)
		kind.use(&other)
		run(t, 30*time.Minute,
			simulation.Controller{Name: "failing", Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects("failing", 1), 5*time.Second),
			}},
			simulation.Controller{Name: "busy", Options: other, Sources: []source.Source{
				simulation.Storm(simulation.Objects("hot", 20), 100*time.Millisecond),
			}},
		)
		if limitedQueue := kind.name == "limited queue"; limitedQueue && putOffs > 0 {
			t.Errorf("%d reconciles were put off although they came with a token", putOffs)
		} else if !limitedQueue && putOffs < 10 {
			t.Fatalf("only %d reconciles were put off: the test proves nothing", putOffs)
		}
		entries := failing.Entries()
		if len(entries) < 20 {
			t.Fatalf("the failing object was reconciled %d times in 30 min, want 20 or more", len(entries))
		}
		want := time.Second
		for i := 1; i < len(entries); i++ {
			if gap := entries[i].At - entries[i-1].At; gap < want {
				t.Errorf("failure %d was retried after %v, want %v or more", i, gap, want)
			}
			want = min(2*want, time.Minute)
		}
		t.Logf("%d put off, %d reconciles in 30 min, the last after %v", putOffs, len(entries),
			entries[len(entries)-1].At-entries[len(entries)-2].At)
	})
}

func TestStopEndsWaitsAtOnce(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, 100)
		if err := limits.Global().SetLimit(0.000001, 1); err != nil {
			t.Fatal(err)
		}
		log := simulation.NewLog()
		var controllers []simulation.Controller
		for _, name := range []string{"a", "b", "c"} {
			o := limited(t, name, log.Reconciler(nil), limits)
			kind.use(&o)
			controllers = append(controllers, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects("object", 1000), 0),
			}})
		}
		stop, err := simulation.Start(t.Context(), controllers...)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		began := time.Now()
		if err := stop(); err != nil {
			t.Error(err)
		}
		// The simulation itself waits for a second.
		if got := time.Since(began) - time.Second; got > time.Microsecond {
			t.Errorf("300 waits took %v to end", got)
		}
		if got := len(log.Entries()); got != 1 {
			t.Errorf("%d reconciles started, want the 1 there was a token for", got)
		}
	})
}

func TestNewReconcilerRefuses(t *testing.T) {
	limits, others := newLimits(t, 10), newLimits(t, 10)
	ok := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return reconcile.Result{}, nil })
	foreign, err := others.Global().NewClass(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewReconciler("taken", ok, limits); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		name    string
		inner   reconcile.Reconciler
		limits  *Limits
		options []ReconcilerOption
	}{
		"empty name":       {name: "", inner: ok, limits: limits},
		"duplicate name":   {name: "taken", inner: ok, limits: limits},
		"name not UTF-8":   {name: "\xff", inner: ok, limits: limits},
		"nil reconciler":   {name: "a", inner: nil, limits: limits},
		"nil function":     {name: "a", inner: reconcile.Func(nil), limits: limits},
		"nil limits":       {name: "a", inner: ok, limits: nil},
		"weight 0":         {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithWeight(0)}},
		"weight too large": {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithWeight(721)}},
		"nil class":        {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithClass(nil)}},
		"foreign class":    {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithClass(foreign)}},
		"back-off":         {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithBackOff(2, 1)}},
		"jitter":           {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithJitter(-1)}},
		"nil option":       {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{nil}},
		"workers":          {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithWorkers(0)}},
		"object limit":     {name: "a", inner: ok, limits: limits, options: []ReconcilerOption{WithObjectLimit(0, 1)}},
	}
	for name, test := range tests {
		if r, err := NewReconciler(test.name, test.inner, test.limits, test.options...); err == nil || r != nil {
			t.Errorf("%s: made a reconciler (%v)", name, err)
		}
	}
	// What was refused took no name.
	r, err := NewReconciler("a", ok, limits)
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	r.Close()
	if _, err := NewReconciler("a", ok, limits); err != nil {
		t.Errorf("after Close the name is still taken: %v", err)
	}
}

// Requests may be of any comparable type.
func TestOtherRequestTypes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []int
		inner := reconcile.TypedFunc[int](func(_ context.Context, req int) (reconcile.Result, error) {
			got = append(got, req)
			return reconcile.Result{}, nil
		})
		r, err := NewReconciler("numbers", inner, newLimits(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		var options controller.TypedOptions[int] = r.ControllerOptions()
		options.Reconciler = r
		if options.MaxConcurrentReconciles != 1 || options.RateLimiter.When(1) != time.Second {
			t.Errorf("options: %+v", options)
		}
		if _, err := r.Reconcile(t.Context(), 7); err != nil || len(got) != 1 || got[0] != 7 {
			t.Errorf("reconciled %v, %v", got, err)
		}
	})
}
