package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// The factors by which crossplane-runtime derives all limits of a manager from
// one max-reconcile-rate.
const (
	burstFactor       = 10
	clientQPSFactor   = 5
	clientBurstFactor = 10

	maxMaxReconcileRate = maxBurst / burstFactor
)

// globalName is what the global limiter is called if it has no other name.
const globalName = "global"

// Limits is all that follows from one max-reconcile-rate for the controllers of
// one manager. Make one for each manager, because two let through twice as
// much. Its methods may be called concurrently.
type Limits struct {
	maxReconcileRate int
	global           *Limiter
	workersTold      sync.Once
	waited           func(ctx context.Context, from, to time.Time) // nil for none
}

// New returns the limits for maxReconcileRate reconciles a second, at least 1,
// over all controllers together:
//
//	client      LimitRESTConfig     5 times as many requests a second, bursts of 10 times
//	global      NewReconciler       as many reconciles a second, bursts of 10 times
//	controller  ControllerOptions   back-off of each failing request, 1 s to 60 s
//	worker      ControllerOptions   as many workers for each controller
//
// Options are for the global limiter. It is an error if maxReconcileRate is out
// of range.
func New(maxReconcileRate int, options ...LimiterOption) (*Limits, error) {
	if err := checkMaxReconcileRate(maxReconcileRate); err != nil {
		return nil, err
	}
	options = slices.Concat([]LimiterOption{WithName(globalName)}, options)
	global, err := newLimiter(float64(maxReconcileRate), burstFactor*maxReconcileRate, options...)
	if err != nil {
		return nil, err
	}
	return &Limits{maxReconcileRate: maxReconcileRate, global: global}, nil
}

// errNoLimits is what Limits return that New did not make.
var errNoLimits = errors.New("the limits are nil or empty: make them with New")

func (l *Limits) made() bool { return l != nil && l.global.made() }

// observes reports whether the limits only count.
func (l *Limits) observes() bool { return l.global.tree.observed != nil }

// manyWorkers is what controllers have that do not say otherwise, for reconcilers that
// rely on having one worker.
const manyWorkers = "Limited controllers run as many workers as the max-reconcile-rate, where controller-runtime's default is 1: " +
	"a reconciler may run for several objects at the same time. WithWorkers gives a controller another number."

// tellWorkers says once that controllers have more workers than by default, in the
// reconcile's logger: the manager's one.
func (l *Limits) tellWorkers(ctx context.Context) {
	if l.maxReconcileRate == 1 {
		return
	}
	l.workersTold.Do(func() {
		loggerOf(log.FromContext(ctx)).Info(manyWorkers, "workers", l.maxReconcileRate)
	})
}

// logger returns controller-runtime's.
func logger() logr.Logger { return loggerOf(log.Log) }

// loggerOf returns that logger, or client-go's if the program has set none and it would write nothing.
func loggerOf(l logr.Logger) logr.Logger {
	if !l.Enabled() {
		l = klog.Background()
	}
	return l.WithName("ratelimiter")
}

func checkMaxReconcileRate(n int) error {
	if n < 1 || n > maxMaxReconcileRate {
		return fmt.Errorf("max-reconcile-rate %d is outside 1 to %d", n, maxMaxReconcileRate)
	}
	return nil
}

// Global returns the limiter of all reconciles, to make classes of it.
func (l *Limits) Global() *Limiter {
	if l == nil {
		return nil
	}
	return l.global
}

// SetMaxReconcileRate changes the global limiter's rate and burst as if the
// limits had been made with n, also for the reconciles that wait. The number of
// workers and the client's limits are fixed when controllers and clients are
// built, and stay. It is an error if n is out of New's range.
func (l *Limits) SetMaxReconcileRate(n int) error {
	if !l.made() {
		return errNoLimits
	}
	if err := checkMaxReconcileRate(n); err != nil {
		return err
	}
	return l.global.SetLimit(float64(n), burstFactor*n)
}

// TraceWaits lets controllers that are made later with the limits call the function before
// each reconcile that the limiter made wait, in the queue or in the worker: with the
// reconcile's context, and with when the wait began and ended. The Wait of package
// github.com/rllint/rllint/runtime/tracing makes an OpenTelemetry span of it. The function
// must return soon. Call TraceWaits in main, before controllers are made.
func (l *Limits) TraceWaits(waited func(ctx context.Context, from, to time.Time)) error {
	if !l.made() {
		return errNoLimits
	}
	l.waited = waited
	return nil
}

// LimitRESTConfig returns a copy of the config for clients that send at most 5
// times the max-reconcile-rate requests a second, with bursts of 10 times. A
// client of controller-runtime does so for each kind of object, since it makes a
// REST client for each. A
// RateLimiter in the config would override that, so the copy has none. A nil
// config, or Limits that New did not make, give nil, which ctrl.NewManager
// refuses with an error.
func (l *Limits) LimitRESTConfig(cfg *rest.Config) *rest.Config {
	if cfg == nil || !l.made() {
		return nil
	}
	limited := rest.CopyConfig(cfg)
	if l.observes() {
		return limited
	}
	limited.RateLimiter = nil
	limited.QPS = float32(clientQPSFactor * l.maxReconcileRate)
	limited.Burst = clientBurstFactor * l.maxReconcileRate
	return limited
}

// ManagerDefaults returns the manager's defaults for controllers: as many workers
// as the max-reconcile-rate, for those whose options do not say. Set other fields
// on the result as needed, and give it to the manager as Options.Controller.
func (l *Limits) ManagerDefaults() config.Controller {
	if !l.made() || l.observes() {
		return config.Controller{}
	}
	return config.Controller{MaxConcurrentReconciles: l.maxReconcileRate}
}
