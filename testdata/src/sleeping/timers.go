package sleeping

import (
	"context"
	"sync"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// drained empties the channels of timers that have fired, which does not wait.
type drained struct{ work }

func (r *drained) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	timer, ticker := time.NewTimer(time.Minute), time.NewTicker(time.Minute)
	if !timer.Stop() {
		<-timer.C
	}
	if len(ticker.C) > 0 {
		<-ticker.C
	}
	if r.Ready(ctx) && len(ticker.C) > 0 {
		<-timer.C // want RL4003:"a timer"
	}
	if ready := r.Ready(ctx); !ready {
		<-ticker.C // want RL4003:"a timer"
	}
	return ctrl.Result{}, nil
}

// ticking asks at each tick, until a timer from before the loop has sent.
type ticking struct {
	work
	changes chan struct{}
}

func (r *ticking) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.until(ctx, time.NewTimer(time.Minute))
	end := time.After(time.Minute)
	for !r.Ready(ctx) {
		select {
		case <-end:
			return ctrl.Result{}, nil
		case <-time.After(5 * time.Second): // want RL4003:"blocks here 5s at a time, until a count or a deadline ends it .time.After."
		}
	}
	tick := time.Tick(3 * time.Second)
	for !r.Ready(ctx) {
		select {
		case <-end:
			return ctrl.Result{}, nil
		case <-tick: // want RL4003:"blocks here 3s at a time, until a count or a deadline ends it .a timer."
		}
	}
	for !r.Ready(ctx) {
		select {
		case <-r.changes:
		case <-time.After(5 * time.Second): // the bound of a wait for another channel
		}
	}
	return ctrl.Result{}, nil
}

func (r *ticking) until(ctx context.Context, end *time.Timer) {
	ticker := time.NewTicker(2 * time.Second)
	for !r.Ready(ctx) {
		select {
		case <-end.C:
			return
		case <-ticker.C: // want RL4003:"blocks here 2s at a time, until a count or a deadline ends it .a timer."
		}
	}
}

// ranging asks at each tick, by a loop over the channel itself.
type ranging struct {
	work
	mutex *sync.Mutex
}

func (r *ranging) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ticker := time.NewTicker(5 * time.Second)
	defer ticker.Stop()
	for range ticker.C { // want RL4003:"blocks here 5s at a time, with no upper bound .a timer."
		if r.Ready(ctx) {
			break
		}
	}
	for range time.Tick(3 * time.Second) { // want RL4003:"blocks here 3s at a time, with no upper bound .time.Tick."
		if r.Ready(ctx) {
			break
		}
	}
	for range ticker.C { // it waits for a lock
		if r.mutex.TryLock() {
			r.mutex.Unlock()
			return ctrl.Result{}, nil
		}
	}
	return ctrl.Result{}, nil
}

// locks waits until others are through with what it works on.
type locks struct{ mutex *sync.Mutex }

func (r *locks) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctrl.Result{}, ctx.Err()
		case <-ticker.C:
			if r.mutex.TryLock() {
				r.mutex.Unlock()
				return ctrl.Result{}, nil
			}
		}
	}
}

// answered gives an answer a minute, and waits for it whatever becomes of that.
type answered struct {
	cancel  context.CancelFunc
	answers chan error
}

func (r *answered) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	select {
	case err := <-r.answers:
		return ctrl.Result{}, err
	case <-time.After(time.Minute):
		r.cancel()
		if err := <-r.answers; err != nil { // want RL4003:"blocks here for a length rllint does not know .<-r.answers after its time-out."
			return ctrl.Result{}, err
		}
	}
	select {
	case err := <-r.answers:
		return ctrl.Result{}, err
	case <-time.After(time.Minute):
		go func() { <-r.answers }()
	}
	select {
	case err := <-r.answers:
		return ctrl.Result{}, err
	case <-ctx.Done(): // who cancels it ends what is waited for
		return ctrl.Result{}, <-r.answers
	}
}
