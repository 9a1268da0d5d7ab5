// Package filtered tells of errors in conditions, and its controller sees no update that leaves the generation as it is.
package filtered

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct{ client.Client }

func (r *reconciler) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.fetch(ctx, pod); err != nil {
		r.fail(ctx, pod, err.Error())
		return ctrl.Result{}, nil // want RL4007:"the error of r.fetch is told and"
	}
	if err := r.validate(pod); err != nil {
		r.fail(ctx, pod, err.Error()) // it is as wrong the next time
		return ctrl.Result{}, nil
	}
	if err := r.fetch(ctx, pod); err != nil {
		r.fail(ctx, pod, err.Error())
		return ctrl.Result{}, err
	}
	if err := r.fetch(ctx, pod); err != nil {
		answer, ok := answerOf(err)
		if !ok {
			return ctrl.Result{}, err
		}
		if answer.code() != 400 {
			return ctrl.Result{}, err
		}
		r.fail(ctx, pod, err.Error())
		return ctrl.Result{}, nil
	}
	if err := r.fetch(ctx, pod); err != nil {
		r.fail(ctx, pod, err.Error())
		// The user has to change the object first: no retry.
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) fetch(ctx context.Context, pod *corev1.Pod) error {
	return r.List(ctx, &corev1.PodList{}, client.InNamespace(pod.Namespace))
}

func (r *reconciler) validate(pod *corev1.Pod) error {
	if pod.Name == "" {
		return errors.New("no name")
	}
	return nil
}

func (r *reconciler) fail(ctx context.Context, pod *corev1.Pod, text string) {
	pod.Status.Message = text
	_ = r.Status().Update(ctx, pod)
}

// An unfiltered reconciler sees the update of its status, and comes back once more.
type unfiltered struct{ client.Client }

func (r *unfiltered) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(r)
}

func (r *unfiltered) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.fetch(ctx, pod); err != nil {
		return r.fail(ctx, pod, err.Error()) // want RL4007:"the error of r.fetch is told in the status"
	}
	return ctrl.Result{}, nil
}

func (r *unfiltered) fetch(ctx context.Context, pod *corev1.Pod) error {
	return r.List(ctx, &corev1.PodList{}, client.InNamespace(pod.Namespace))
}

func (r *unfiltered) fail(ctx context.Context, pod *corev1.Pod, text string) (ctrl.Result, error) {
	pod.Status.Message = text
	if err := r.Status().Update(ctx, pod); err != nil {
		return ctrl.Result{Requeue: true}, nil // want RL4012:"nobody hears of it"
	}
	return ctrl.Result{}, nil
}

// A foreign reconciler is filtered only where it watches another kind.
type foreign struct{ client.Client }

func (r *foreign) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Owns(&corev1.Pod{},
		builder.WithPredicates(predicate.GenerationChangedPredicate{})).Complete(r)
}

func (r *foreign) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.List(ctx, &corev1.PodList{}); err != nil {
		r.fail(ctx, pod, err.Error())
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *foreign) fail(ctx context.Context, pod *corev1.Pod, text string) {
	pod.Status.Message = text
	_ = r.Status().Update(ctx, pod)
}

// A polled reconciler has a source of requests of its own, which may bring objects back by the clock.
type polled struct{ client.Client }

type ticking struct{ source.Source }

func (r *polled) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("polled").WatchesRawSource(&ticking{}).Complete(r)
}

func (r *polled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.List(ctx, &corev1.PodList{}); err != nil {
		log.FromContext(ctx).Error(err, "not listed")
		return ctrl.Result{}, nil // want RL4007:"the error of r.List is lost: an empty Result and nil"
	}
	return ctrl.Result{}, nil
}

type answer struct{ number int }

func (a *answer) code() int { return a.number }

func (a *answer) Error() string { return "no" }

// answerOf returns what the other side has answered.
func answerOf(err error) (*answer, bool) {
	var a *answer
	ok := errors.As(err, &a)
	return a, ok
}
