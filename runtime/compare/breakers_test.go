package compare

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

var errUnavailable = errors.New("503")

// inBreaker are reconcilers around which a breaker of another library stands, each set to trip after
// five failures in a row and to try with one call at a time, after a second and up to a minute if it can.
var inBreaker = map[string]func(call func() error) reconcile.Reconciler{
	"failsafe-go": func(call func() error) reconcile.Reconciler {
		var mu sync.Mutex
		pause := time.Second
		breaker := circuitbreaker.NewBuilder[any]().WithFailureThreshold(5).WithSuccessThreshold(1).
			WithDelayFunc(func(failsafe.ExecutionAttempt[any]) time.Duration {
				mu.Lock()
				defer mu.Unlock()
				pause = min(2*pause, time.Minute)
				return pause / 2
			}).
			OnClose(func(circuitbreaker.StateChangedEvent) {
				mu.Lock()
				defer mu.Unlock()
				pause = time.Second
			}).Build()
		return reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			err := failsafe.With(breaker).Run(call)
			if errors.Is(err, circuitbreaker.ErrOpen) {
				return reconcile.Result{RequeueAfter: max(breaker.RemainingDelay(), time.Second)}, nil
			}
			return reconcile.Result{RequeueAfter: pollInterval}, err
		})
	},
	"gobreaker": func(call func() error) reconcile.Reconciler {
		breaker := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
			Timeout:     time.Minute,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 5 },
		})
		return reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			_, err := breaker.Execute(func() (any, error) { return nil, call() })
			if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
				return reconcile.Result{RequeueAfter: time.Minute}, nil // it does not say when it will be
			}
			return reconcile.Result{RequeueAfter: pollInterval}, err
		})
	},
	"none": func(call func() error) reconcile.Reconciler {
		return reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			return reconcile.Result{RequeueAfter: pollInterval}, call()
		})
	},
	"this library": func(call func() error) reconcile.Reconciler {
		return reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			return reconcile.Result{RequeueAfter: pollInterval}, ratelimiter.Throttled(call(), 0)
		})
	},
}

const pollInterval = 10 * time.Second

// outage is what an outage of ten minutes comes to.
type outage struct {
	calls      int           // of the far side
	reconciles int           // that took a token
	served     time.Duration // after it ended, until each object was served once
}

// inOutage runs a class of 50/s with 400 objects that are polled, and an outage that begins after
// ten minutes, in which each call fails after that time.
func inOutage(t *testing.T, name string, fails time.Duration) (o outage) {
	const from, to, length = 10 * time.Minute, 20 * time.Minute, 30 * time.Minute
	limits, err := ratelimiter.New(100)
	if err != nil {
		t.Fatal(err)
	}
	var options []ratelimiter.LimiterOption
	if name == "this library" {
		options = append(options, ratelimiter.WithAdaptive())
	}
	class, err := limits.Global().NewClass(50, 50, options...)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	var mu sync.Mutex
	served := map[reconcile.Request]time.Duration{}
	ok := 0
	call := func() error {
		at := time.Since(began)
		if at < from || at >= to {
			mu.Lock()
			defer mu.Unlock()
			if at >= to {
				ok++
			}
			return nil
		}
		mu.Lock()
		o.calls++
		mu.Unlock()
		time.Sleep(fails)
		return errUnavailable
	}
	inner := inBreaker[name](call)
	counted := reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		at := time.Since(began)
		mu.Lock()
		if from <= at && at < to {
			o.reconciles++
		}
		before := ok
		mu.Unlock()
		result, err := inner.Reconcile(ctx, req)
		mu.Lock()
		defer mu.Unlock()
		if _, again := served[req]; !again && ok > before && at >= to && err == nil {
			served[req] = at
			o.served = at - to
		}
		return result, err
	})
	limited, err := ratelimiter.NewReconciler("far", counted, limits, ratelimiter.WithClass(class), ratelimiter.WithWorkers(20))
	if err != nil {
		t.Fatal(err)
	}
	controller := limited.ControllerOptions()
	controller.Reconciler = limited
	run(t, length, simulation.Controller{Name: "far", Options: controller, Sources: []source.Source{
		simulation.Appear(simulation.Objects("object", 400), 0),
	}})
	if len(served) != 400 {
		t.Errorf("%s: %d of 400 objects were served after the outage", name, len(served))
	}
	return o
}

// TestBreakers shows why the class has a breaker of its own: those of others stand behind the token.
func TestBreakers(t *testing.T) {
	got := map[string]outage{}
	var table strings.Builder
	table.WriteString("\n| breaker | calls fail | calls | reconciles | all served after |\n|---|---|---|---|---|\n")
	for _, fails := range []time.Duration{100 * time.Millisecond, 150 * time.Second} {
		for _, name := range []string{"none", "gobreaker", "failsafe-go", "this library"} {
			synctest.Test(t, func(t *testing.T) {
				o := inOutage(t, name, fails)
				got[fmt.Sprint(name, " ", fails)] = o
				fmt.Fprintf(&table, "| %s | after %v | %d | %d | %v |\n", name, fails, o.calls, o.reconciles, o.served.Round(time.Second))
			})
		}
	}
	t.Log(table.String())
	for _, fails := range []string{"100ms", "2m30s"} {
		ours := got["this library "+fails]
		if ours.calls > 40 || ours.reconciles != ours.calls {
			t.Errorf("calls that fail after %s: %d calls and %d reconciles, want at most 40, and no reconcile without a call", fails, ours.calls,
				ours.reconciles)
		}
		for _, name := range []string{"gobreaker", "failsafe-go"} {
			if theirs := got[name+" "+fails]; theirs.reconciles < 50*ours.reconciles {
				t.Errorf("calls that fail after %s: %d reconciles with %s, so that the guide's reason does not hold", fails, theirs.reconciles, name)
			}
		}
	}
}
