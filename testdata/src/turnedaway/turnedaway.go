// Package turnedaway has reconcilers that ask a limiter which answers at once: some drop
// the request that it turns away.
package turnedaway

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"
)

type work interface{ Do(context.Context) error }

type bucket struct {
	work
	limiter *rate.Limiter
}

func (r *bucket) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if !r.limiter.Allow() {
		return ctrl.Result{}, nil // want RL4004:"the request that the limiter turned away is dropped: for an empty Result without an error controller-runtime v[0-9.]+ forgets it"
	}
	return ctrl.Result{}, r.Do(ctx)
}

type otherWay struct {
	work
	limiter flowcontrol.RateLimiter
}

func (r *otherWay) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if r.limiter.TryAccept() {
		return ctrl.Result{}, r.Do(ctx)
	} else {
		ctrl.LoggerFrom(ctx).Info("turned away")
		return ctrl.Result{}, nil // want RL4004:"dropped"
	}
}

type waiting struct {
	work
	limiter *rate.Limiter
}

func (r *waiting) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.limiter.Wait(ctx); err != nil {
		return ctrl.Result{}, nil // want RL4004:"dropped"
	}
	return ctrl.Result{}, r.Do(ctx)
}

type comesBack struct {
	work
	limiter *rate.Limiter
}

func (r *comesBack) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if !r.limiter.Allow() {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if err := r.limiter.Wait(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Do(ctx)
}

// skipsPart asks about a part of the work only.
type skipsPart struct {
	work
	limiter *rate.Limiter
}

func (r *skipsPart) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if r.limiter.Allow() {
		ctrl.LoggerFrom(ctx).Info("once in a while")
	}
	return ctrl.Result{}, nil
}

// lessWork does something all the same.
type lessWork struct {
	work
	limiter *rate.Limiter
}

func (r *lessWork) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if !r.limiter.Allow() {
		if err := r.Do(ctx); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Do(ctx)
}

// events lets some through in each period.
type events struct {
	mu    sync.Mutex
	left  int
	until time.Time
}

// Throttle reports whether there are too many.
func (e *events) Throttle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := time.Now(); now.After(e.until) {
		e.left, e.until = 10, now.Add(time.Second)
	}
	e.left--
	return e.left < 0
}

type homegrown struct {
	work
	limiter *events
}

func (r *homegrown) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() { result, err = finished(result, err) }()
	if err = r.Do(ctx); err != nil {
		return
	}
	if r.limiter.Throttle() {
		return // want RL4004:"dropped"
	}
	err = r.Do(ctx)
	return
}

func finished(result ctrl.Result, err error) (ctrl.Result, error) {
	if err == nil {
		return result, nil
	}
	return ctrl.Result{}, err
}

type broughtBack struct {
	work
	limiter *events
}

func (r *broughtBack) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if err == nil {
			result.RequeueAfter = time.Minute
		}
	}()
	if r.limiter.Throttle() {
		return
	}
	return ctrl.Result{}, r.Do(ctx)
}

type helped struct {
	work
	limiter *rate.Limiter
}

func (r *helped) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return r.step(ctx)
}

func (r *helped) step(ctx context.Context) (ctrl.Result, error) {
	if !r.limiter.Allow() {
		return ctrl.Result{}, nil // want RL4004:"dropped"
	}
	return ctrl.Result{}, r.Do(ctx)
}

// rights has a method of a limiter's name that has to do with rights.
type rights struct{ users map[string]bool }

// Allow reports whether the user may.
func (r *rights) Allow() bool { return r.users["me"] }

type allowed struct {
	work
	rights *rights
}

func (r *allowed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if !r.rights.Allow() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Do(ctx)
}
