// Package delays has delays in units that their authors do not mean, and some that may have passed.
package delays

import (
	"context"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
)

const (
	pause   = 30
	tick    = 30 * time.Second
	instant = time.Nanosecond
)

type settings struct {
	IntervalSeconds int
	WaitMinutes     *int32
	PauseMillis     int
	Interval        int
	ttl             time.Duration
}

type unitless struct{ settings }

func (r *unitless) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	switch req.Name {
	case "literal":
		return ctrl.Result{RequeueAfter: 10}, nil // want RL4005:"10 is a delay of 10ns, which is none: name its unit, such as 10 \\* time.Second"
	case "constant":
		return ctrl.Result{RequeueAfter: pause}, nil // want RL4005:"pause is a delay of 30ns"
	case "converted":
		return ctrl.Result{RequeueAfter: time.Duration(r.IntervalSeconds)}, nil // want RL4005:"time.Duration\\(r.IntervalSeconds\\) counts nanoseconds, so that there is no delay"
	case "assigned":
		var result ctrl.Result
		result.RequeueAfter = 500 // want RL4005:"500 is a delay of 500ns"
		return result, nil
	case "hundred":
		return ctrl.Result{RequeueAfter: 100}, nil // want RL4005:"100 is a delay of 100ns"
	case "number converted":
		return ctrl.Result{RequeueAfter: time.Duration(20)}, nil // want RL4005:"time.Duration\\(20\\) is a delay of 20ns"
	case "minutes":
		return ctrl.Result{RequeueAfter: 300}, nil // want RL4005:"300 is a delay of 300ns"
	case "in minutes":
		return ctrl.Result{RequeueAfter: time.Duration(*r.WaitMinutes)}, nil // want RL4005:"counts nanoseconds"
	case "in milliseconds":
		return ctrl.Result{RequeueAfter: (time.Duration(r.PauseMillis))}, nil // want RL4005:"counts nanoseconds"
	case "fine":
		return ctrl.Result{RequeueAfter: tick}, nil
	case "on purpose":
		return ctrl.Result{RequeueAfter: instant}, nil
	case "named":
		return ctrl.Result{RequeueAfter: 1 * time.Nanosecond}, nil
	case "multiplied":
		return ctrl.Result{RequeueAfter: time.Duration(r.IntervalSeconds) * time.Second}, nil
	case "any number":
		return ctrl.Result{RequeueAfter: time.Duration(r.Interval)}, nil // of what its name does not say
	}
	return ctrl.Result{RequeueAfter: 0}, nil
}

var (
	oneInTen = rate.Every(10) // want RL4005:"10 is a delay of 10ns"
	five     = rate.NewLimiter(rate.Limit(5), 1)
	every    = rate.NewLimiter(rate.Every(5*time.Second), 1)

	backoff = workqueue.NewTypedItemExponentialFailureRateLimiter[string](5, 1000*time.Second) // want RL4005:"5 is a delay of 5ns"
	sound   = workqueue.NewTypedItemExponentialFailureRateLimiter[string](5*time.Millisecond, time.Minute)
)

func enqueue(q workqueue.TypedDelayingInterface[string]) {
	q.AddAfter("a", 60) // want RL4005:"60 is a delay of 60ns"
	q.AddAfter("b", time.Minute)
	q.AddAfter("c", 0)
}

type certificate struct {
	expiry time.Time
	made   time.Time
	limits settings
}

func (r *certificate) direct(ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil // want RL4005:"RequeueAfter is not positive once the time in time.Until\\(r.expiry\\) has passed, and the request is then dropped"
}

func (r *certificate) byVariable(ctrl.Request) (ctrl.Result, error) {
	end := r.made.Add(r.limits.ttl) // want RL4005:"is always 0"
	left := end.Sub(time.Now())     // want RL4005:"time in end.Sub\\(time.Now\\(\\)\\) has passed"
	return ctrl.Result{RequeueAfter: left}, nil
}

func (r *certificate) left() *time.Duration {
	if r.expiry.IsZero() {
		return nil
	}
	left := time.Until(r.expiry) // want RL4005:"time.Until\\(r.expiry\\)"
	return &left
}

func (r *certificate) byPointer(ctrl.Request) (ctrl.Result, error) {
	if left := r.left(); left != nil {
		return ctrl.Result{RequeueAfter: *left}, nil
	}
	return ctrl.Result{}, nil
}

func (r *certificate) atLeast(ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: max(time.Until(r.expiry), time.Second)}, nil
}

func (r *certificate) compared(ctrl.Request) (ctrl.Result, error) {
	left := time.Until(r.expiry)
	if left <= 0 {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: left}, nil
}

func (r *certificate) comparedBefore(ctrl.Request) (ctrl.Result, error) {
	if r.expiry.Before(time.Now()) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil
}

func (r *certificate) again(ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{Requeue: true, RequeueAfter: time.Until(r.expiry)}, nil
}

type schedule struct{}

func (schedule) Next(t time.Time) time.Time { return t.Add(time.Hour) }

func scheduled(s schedule) (ctrl.Result, error) {
	now := time.Now()
	return ctrl.Result{RequeueAfter: s.Next(now).Sub(now)}, nil
}

func later() (ctrl.Result, error) {
	at := time.Now().Add(time.Minute)
	return ctrl.Result{RequeueAfter: time.Until(at)}, nil
}

func recheck(certificate) (*time.Time, error) { return nil, nil }

func handed(c certificate) (ctrl.Result, error) {
	at, err := recheck(c)
	if err != nil || at == nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Until(*at)}, nil // what recheck returns it has looked at
}
