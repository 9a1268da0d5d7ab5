package sleeping

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type busy struct {
	work
	names []string
}

func (r *busy) label(context.Context, string) error { return errors.New("no") }

func (r *busy) update(context.Context, string) error { return errors.New("no") }

func (r *busy) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for { // want RL4003:"Reconcile blocks here with no upper bound .a loop that tries r.label again at once.; reached by sleeping.busy.Reconcile"
		if err := r.label(ctx, req.Name); err != nil {
			continue
		}
		break
	}
	for { // want RL4003:"a loop that tries r.update again at once"
		err := r.update(ctx, req.Namespace)
		if err != nil {
			println("again")
			continue
		}
		break
	}
	return ctrl.Result{}, nil
}

type unhurried struct{ busy }

func (r *unhurried) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for name := req.Name; ; {
		if err := r.label(ctx, name); err != nil {
			name += "-next"
			continue
		}
		break
	}
	for {
		if ctx.Err() != nil {
			return ctrl.Result{}, ctx.Err()
		}
		time.Sleep(time.Minute) // want RL4003:"1m at a time, with no upper bound"
		if err := r.label(ctx, req.Name); err != nil {
			continue
		}
		break
	}
	for {
		if err := r.label(ctx, req.Name); err != nil {
			return ctrl.Result{}, err
		}
		if len(r.names) == 0 {
			break
		}
	}
	return ctrl.Result{}, nil
}

type polled struct {
	work
	client.Client
}

func (r *polled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for { // want RL4003:"Reconcile blocks here with no upper bound .a loop that calls r.Get again at once.; reached by sleeping.polled.Reconcile"
		var pod corev1.Pod
		if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
			req.Name += ": gone"
			return ctrl.Result{}, err
		}
		if pod.Status.Phase == corev1.PodRunning {
			break
		}
	}
	return ctrl.Result{}, nil
}

// paged reads another object each time, or does something with what it has read.
type paged struct{ polled }

func (r *paged) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for key := req.NamespacedName; ; {
		var pod corev1.Pod
		if err := r.Get(ctx, key, &pod); err != nil {
			break
		}
		key.Name = pod.Labels["next"]
	}
	for {
		var pod corev1.Pod
		if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
		if err := r.Delete(ctx, &pod); err != nil {
			return ctrl.Result{}, err
		}
	}
}

// drains takes another name each time.
type drains struct{ busy }

func (r *drains) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for {
		next := r.take()
		if next == "" {
			break
		}
		if err := r.label(ctx, next); err != nil { // best effort
			continue
		}
		break
	}
	return ctrl.Result{}, nil
}

func (r *drains) take() string { return <-waiting }

// waiting has the names that are left, and "" at last.
var waiting = make(chan string, 10)

// asksOn gets the pod again at once, by helpers and in a select that does not wait, until what it is handed or a minute is over.
type asksOn struct {
	polled
	busy busy
}

func (r *asksOn) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for { // want RL4003:"Reconcile blocks here with no upper bound .a loop that calls r.runs again at once.; reached by sleeping.asksOn.Reconcile"
		select {
		case <-ctx.Done():
			return ctrl.Result{}, ctx.Err()
		default:
			if running, err := r.runs(ctx, req.Name); err != nil || running {
				return ctrl.Result{}, err
			}
		}
	}
}

func (r *asksOn) runs(ctx context.Context, name string) (bool, error) {
	var pod corev1.Pod
	err := r.Get(ctx, client.ObjectKey{Name: name}, &pod)
	return pod.Status.Phase == corev1.PodRunning, err
}

// overSoon does so for a minute at most, for some seconds, or until a time that it looks at.
type overSoon struct{ asksOn }

func (r *overSoon) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.minute(ctx, req.Name, time.Minute); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.seconds(ctx, req.Name); err != nil {
		return ctrl.Result{}, err
	}
	for end := time.Now().Add(time.Minute); ; { // want RL4003:"blocks here for a length rllint does not know .a loop that calls r.runs again at once"
		running, err := r.runs(ctx, req.Name)
		if err != nil || running || time.Now().After(end) {
			return ctrl.Result{}, err
		}
	}
}

func (r *overSoon) minute(ctx context.Context, name string, most time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for { // want RL4003:"Reconcile blocks here up to 1m .a loop that tries r.busy.label again at once"
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			if err := r.busy.label(ctx, name); err != nil {
				continue
			}
			return nil
		}
	}
}

func (r *overSoon) seconds(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			if running, err := r.runs(ctx, name); err != nil || running {
				return err
			}
		}
	}
}

// byTurn waits in its select, or in what it calls, does something there, or takes the next of what it has.
type byTurn struct {
	asksOn
	next int
}

func (r *byTurn) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for {
		select {
		case <-ctx.Done():
			return ctrl.Result{}, ctx.Err()
		case <-waiting:
		}
		if running, err := r.runs(ctx, req.Name); err != nil || running {
			break
		}
	}
	for {
		select {
		case <-ctx.Done():
			return ctrl.Result{}, ctx.Err()
		case name := <-waiting:
			println(name)
		default:
			if running, err := r.runs(ctx, req.Name); err != nil || running {
				return r.steps(ctx, req)
			}
		}
	}
}

func (r *byTurn) steps(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for {
		if running, err := r.told(ctx, req.Name); err != nil || running {
			break
		}
	}
	for {
		if gone, err := r.removed(ctx, req.Name); err != nil || gone {
			break
		}
	}
	for {
		if last, err := r.following(ctx); err != nil || last {
			break
		}
	}
	for {
		if err := r.busy.label(ctx, req.Name); err == nil {
			break
		}
	}
	return ctrl.Result{}, nil
}

func (r *byTurn) told(ctx context.Context, name string) (bool, error) {
	var pod corev1.Pod
	err := r.Get(ctx, client.ObjectKey{Name: <-waiting}, &pod)
	return pod.Name == name, err
}

func (r *byTurn) removed(ctx context.Context, name string) (bool, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, client.ObjectKey{Name: name}, &pod); err != nil {
		return true, client.IgnoreNotFound(err)
	}
	return false, r.Delete(ctx, &pod)
}

func (r *byTurn) following(ctx context.Context) (bool, error) {
	r.next++
	var pod corev1.Pod
	err := r.Get(ctx, client.ObjectKey{Name: r.busy.names[r.next]}, &pod)
	return r.next == len(r.busy.names)-1, err
}
