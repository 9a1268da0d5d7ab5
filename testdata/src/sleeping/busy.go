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
