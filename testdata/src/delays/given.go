package delays

import (
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// comesBack takes its delay from whoever calls it.
func comesBack(after time.Duration) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: after}, nil
}

func inThirty() (ctrl.Result, error) { return comesBack(30) } // want RL4005:"30 is a delay of 30ns"

func inAMinute() (ctrl.Result, error) { return comesBack(time.Minute) }

var retryAfter time.Duration = 60 // want RL4005:"60 is a delay of 60ns"

type paced struct {
	every   time.Duration
	seconds time.Duration // multiplied where it is used
	pause   int
}

func newPaced() *paced {
	return &paced{every: 300, seconds: 10, pause: 15} // want RL4005:"300 is a delay of 300ns"
}

func (p *paced) retry() (ctrl.Result, error) { return ctrl.Result{RequeueAfter: retryAfter}, nil }

func (p *paced) again() (ctrl.Result, error) { return ctrl.Result{RequeueAfter: p.every}, nil }

func (p *paced) times() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: p.seconds * time.Second}, nil
}

func (p *paced) number() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Duration(p.pause)}, nil // want RL4005:"time.Duration.p.pause. is a delay of 15ns"
}

func (p *paced) inSeconds() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Duration(p.every.Seconds())}, nil // want RL4005:"time.Duration.p.every.Seconds... counts nanoseconds"
}

func (p *paced) inSecondsTimes() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Duration(p.every.Seconds()) * time.Second}, nil
}

func (r *certificate) assigned() (ctrl.Result, error) {
	var result ctrl.Result
	result.RequeueAfter = time.Until(r.expiry) // want RL4005:"time.Until.r.expiry."
	return result, nil
}

func (r *certificate) assignedOnce() (ctrl.Result, error) {
	var result ctrl.Result
	result.RequeueAfter = time.Until(r.expiry)
	if result.RequeueAfter < time.Second {
		result.RequeueAfter = time.Second
	}
	return result, nil
}

type lease struct {
	renewed time.Time
	ttl     time.Duration
}

// interval asks for what is left of an interval, which is not looked into.
func (l *lease) interval() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: l.ttl - time.Since(l.renewed)}, nil
}

func (r *certificate) stamped() (ctrl.Result, error) {
	now := time.Now()
	r.made = now
	return ctrl.Result{RequeueAfter: time.Until(r.made.Add(time.Hour))}, nil
}

func (r *certificate) leftOrNot() (time.Duration, error) {
	return time.Until(r.expiry), nil // want RL4005:"time.Until.r.expiry."
}

func (r *certificate) oneOfTwo() (ctrl.Result, error) {
	left, err := r.leftOrNot()
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: left}, nil
}

type status struct{ until time.Time }

func (s *status) waiting() bool { return s.until.After(time.Now()) }

type window struct{ status status }

func (w *window) wait() (ctrl.Result, error) {
	var result ctrl.Result
	if w.status.waiting() {
		result.RequeueAfter = time.Until(w.status.until.Add(time.Second))
	}
	return result, nil
}

func (w *window) waitIfThere() (ctrl.Result, error) {
	if !w.status.until.IsZero() {
		return ctrl.Result{RequeueAfter: time.Until(w.status.until)}, nil // want RL4005:"time.Until.w.status.until. has passed"
	}
	return ctrl.Result{}, nil
}
