// Package backoff has reconcilers whose answers take a request out of its back-off.
package backoff

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type accounts struct {
	client.Client
	resolve func(context.Context, string) error
	pause   time.Duration
}

func (r *accounts) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	switch pod.Spec.NodeName {
	case "wrapped":
		return ctrl.Result{}, r.wrapped(ctx, &pod)
	case "helped":
		return ctrl.Result{}, r.helped(ctx, &pod)
	case "asked":
		return ctrl.Result{}, r.asked(ctx, &pod)
	case "excluded":
		return ctrl.Result{}, r.excluded(ctx, &pod)
	case "own":
		return ctrl.Result{}, r.own(ctx, &pod)
	case "":
		return ctrl.Result{}, nil
	}
	if err := validate(&pod); err != nil {
		return ctrl.Result{}, reconcile.TerminalError(err)
	}
	err := r.Update(ctx, &pod)
	if err != nil {
		return ctrl.Result{}, reconcile.TerminalError(err) // want RL4013:"the error of Update becomes final whatever its kind"
	}
	return ctrl.Result{}, nil
}

func validate(pod *corev1.Pod) error {
	if len(pod.Spec.Containers) == 0 {
		return errors.New("no containers")
	}
	return nil
}

func (r *accounts) wrapped(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); err != nil && !apierrors.IsAlreadyExists(err) {
		return reconcile.TerminalError(fmt.Errorf("creating: %w", err)) // want RL4013:"the error of Create becomes final"
	}
	return nil
}

func (r *accounts) ensure(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Status().Update(ctx, pod); err != nil {
		return fmt.Errorf("status: %w", err)
	}
	return nil
}

func (r *accounts) helped(ctx context.Context, pod *corev1.Pod) error {
	if err := r.ensure(ctx, pod); err != nil {
		return reconcile.TerminalError(err) // want RL4013:"the error of ensure becomes final"
	}
	return nil
}

func (r *accounts) asked(ctx context.Context, pod *corev1.Pod) error {
	err := r.Create(ctx, pod)
	if apierrors.IsInvalid(err) {
		return reconcile.TerminalError(err)
	}
	return err
}

// excluded makes final what is left once what may pass is returned.
func (r *accounts) excluded(ctx context.Context, pod *corev1.Pod) error {
	err := r.Create(ctx, pod)
	if err == nil || apierrors.IsTimeout(err) || apierrors.IsServerTimeout(err) {
		return err
	}
	return reconcile.TerminalError(err)
}

func mayPass(err error) bool { return !apierrors.IsInvalid(err) && !apierrors.IsForbidden(err) }

// own asks a function of its own.
func (r *accounts) own(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Create(ctx, pod); err != nil {
		if mayPass(err) {
			return err
		}
		return reconcile.TerminalError(err)
	}
	return nil
}

// busy is the error of what is not ready yet.
type busy struct{}

func (busy) Error() string { return "busy" }

type images struct{ accounts }

func (r *images) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.resolve(ctx, req.Name); err != nil {
		log.FromContext(ctx).Error(err, "cannot resolve")
		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil // want RL4012:"an error of r.resolve is answered with the same 2s each time: the queue takes that for success, so failures never back off and none of its metrics counts them; return the error, or let the delay grow"
	}
	if err := r.resolve(ctx, req.Namespace); err != nil {
		return ctrl.Result{RequeueAfter: r.pause}, nil // a setting
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, nil // want RL4012:"an error of r.resolve is answered with the same 1m each time: the queue takes that for success, so none of its metrics counts the failure, and one that would pass at once waits as long; return the error"
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		log.FromContext(ctx).Info("waiting for the registry")
		return ctrl.Result{RequeueAfter: 5 * time.Second}, nil
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		return ctrl.Result{RequeueAfter: jittered(5 * time.Second)}, nil // want RL4012:"an error of r.resolve is answered with the same delay of about 5s each time"
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		return ctrl.Result{RequeueAfter: r.next(req.Name)}, nil
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		return ctrl.Result{RequeueAfter: r.grows(time.Second)}, nil
	}
	var pod corev1.Pod
	err := r.Get(ctx, client.ObjectKey{Namespace: req.Namespace, Name: "settings"}, &pod)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := validate(&pod); err != nil {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	if err := r.resolve(ctx, pod.Name); err != nil {
		switch errors.Unwrap(err).(type) {
		case busy:
			return ctrl.Result{RequeueAfter: time.Second}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func jittered(d time.Duration) time.Duration { return d + rand.N(d/10) }

// next may grow.
func (r *images) next(name string) time.Duration { return time.Duration(len(name)) * r.pause }

func (r *images) grows(from time.Duration) time.Duration {
	return max(from, 2*r.pause)
}

// charts asks for one kind of error, and answers any other.
type charts struct{ accounts }

func (r *charts) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, client.ObjectKey{Namespace: req.Namespace, Name: "settings"}, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{RequeueAfter: time.Second}, nil
		}
		return ctrl.Result{RequeueAfter: 10 * time.Second}, nil // want RL4012:"an error of r.Get is answered with the same 10s each time"
	}
	if err := r.resolve(ctx, req.Name); err != nil {
		return ctrl.Result{RequeueAfter: 3 * time.Second}, r.Status().Update(ctx, &pod) // want RL4001:"where this error is not nil" RL4012:"an error of r.resolve is answered with the same 3s each time"
	}
	return ctrl.Result{}, nil
}

// answering answers all errors in one place: each return of one is not worth a word.
type answering struct{ accounts }

func (r *answering) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if err != nil {
			result, err = ctrl.Result{RequeueAfter: 5 * time.Second}, nil
		}
	}()
	if err := r.resolve(ctx, req.Name); err != nil {
		return result, err
	}
	return ctrl.Result{}, nil
}

// stating tells of errors in conditions: the queue forgets them nonetheless.
type stating struct {
	accounts
	tries map[ctrl.Request]int
}

func (r *stating) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.resolve(ctx, req.Name); err != nil {
		setCondition(pod, err.Error())
		_ = r.Status().Update(ctx, pod)
		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil // want RL4012:"an error of r.resolve is answered with the same 2s each time"
	}
	if err := r.resolve(ctx, req.Namespace); err != nil {
		pod.Status.Message = err.Error()
		if statusErr := r.Status().Update(ctx, pod); statusErr != nil {
			return ctrl.Result{}, statusErr
		}
		return ctrl.Result{RequeueAfter: 5 * time.Second}, nil // want RL4012:"an error of r.resolve is answered with the same 5s each time"
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		setCondition(pod, err.Error())
		r.replace(ctx, pod)                                    // something is done about it, again and again
		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil // want RL4012:"an error of r.resolve is answered with the same 2s each time"
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		pod.Generation++ // who counts bounds the tries
		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil
	}
	if err := r.resolve(ctx, req.Name); err != nil {
		setCondition(pod, err.Error())                                             // users see it, and know when it is tried again
		return ctrl.Result{RequeueAfter: time.Minute}, r.Status().Update(ctx, pod) // want RL4001:"where this error is not nil"
	}
	if err := r.resolve(ctx, req.String()); err != nil {
		if r.tries[req] > 5 {
			return ctrl.Result{RequeueAfter: 10 * time.Minute}, nil // so does who has counted
		}
		return ctrl.Result{}, err
	}
	return r.alone(ctx, pod), nil
}

func (r *stating) replace(context.Context, *corev1.Pod) {}

func setCondition(pod *corev1.Pod, message string) {
	pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{Message: message})
}

// later answers any error.
func (r *accounts) later(ctx context.Context, err error) (ctrl.Result, error) {
	log.FromContext(ctx).Error(err, "again")
	return ctrl.Result{RequeueAfter: 4 * time.Second}, nil // want RL4012:"an error of its callers is answered with the same 4s each time"
}

// alone returns a Result and nothing else.
func (r *accounts) alone(ctx context.Context, pod *corev1.Pod) ctrl.Result {
	if err := r.Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update")
		return ctrl.Result{RequeueAfter: 6 * time.Second} // want RL4012:"an error of r.Update is answered with the same 6s each time"
	}
	if err := r.Delete(ctx, pod); err != nil {
		return ctrl.Result{RequeueAfter: r.pause}
	}
	result, _ := r.replaced(ctx, pod)
	return result
}

// replaced says beside a Result whether that is all for now.
func (r *accounts) replaced(ctx context.Context, pod *corev1.Pod) (ctrl.Result, bool) {
	if err := r.Delete(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not delete")
		return ctrl.Result{RequeueAfter: 5 * time.Second}, true // want RL4012:"an error of r.Delete is answered with the same 5s each time"
	}
	if err := r.Create(ctx, pod); err != nil {
		return ctrl.Result{}, false
	}
	return ctrl.Result{}, true
}

// later is how long each failure waits, and slack may be set by others.
var later, Slack = 5 * time.Minute, time.Second

type named struct{ client.Client }

func (r *named) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{RequeueAfter: later}, nil // want RL4012:"an error of r.Update is answered with the same 5m each time"
	}
	if err := r.Delete(ctx, pod); err != nil {
		return ctrl.Result{RequeueAfter: Slack}, nil
	}
	return ctrl.Result{}, nil
}

type silent struct{ client.Client }

func (r *silent) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "cannot update it")
		return ctrl.Result{Requeue: true}, nil
	}
	if err := r.Status().Update(ctx, pod); err != nil {
		return ctrl.Result{Requeue: true}, nil // want RL4012:"brings the request back, and nobody hears of it"
	}
	return ctrl.Result{}, nil
}
