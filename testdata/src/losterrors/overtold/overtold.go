// Package overtold tells of errors in conditions that nobody sees.
package overtold

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	ready  = "Ready"
	synced = "Synced"
)

type service struct{ client.Client }

func (r *service) apply(ctx context.Context, s *corev1.Service) error { return r.Update(ctx, s) }

func (r *service) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var s corev1.Service
	if err := r.Get(ctx, req.NamespacedName, &s); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.apply(ctx, &s); err != nil {
		meta.SetStatusCondition(&s.Status.Conditions, metav1.Condition{Type: ready, Status: metav1.ConditionFalse, Message: err.Error()})
		return ctrl.Result{}, err // want RL4007:"the condition that tells of the error of r.apply is never seen: this return comes before the status is written"
	}
	if err := r.apply(ctx, &s); err != nil {
		setFalseCondition(&s.Status.Conditions, synced, err.Error())
		return ctrl.Result{}, r.failed(ctx, &s, err)
	}
	if err := r.apply(ctx, &s); err != nil {
		setFalseCondition(&s.Status.Conditions, synced, err.Error())
		if err := r.Status().Update(ctx, &s); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, err
	}
	err := r.apply(ctx, &s)
	if err != nil {
		// only tell of it, but continue
		setFalseCondition(&s.Status.Conditions, synced, err.Error()) // want RL4007:"the condition that tells of the error of r.apply is set to success further down: nobody ever sees it; return, or set it to success only where there is no error"
	}
	if err := r.apply(ctx, &s); err != nil { // want RL4007:"the error of r.apply is told in the status"
		setFalseCondition(&s.Status.Conditions, "Other", err.Error())
	}
	setTrueCondition(&s.Status.Conditions, synced)
	return ctrl.Result{}, r.Status().Update(ctx, &s)
}

func (r *service) failed(ctx context.Context, s *corev1.Service, err error) error {
	return fmt.Errorf("%w, %w", err, r.Status().Update(ctx, s))
}

func setFalseCondition(list *[]metav1.Condition, kind, message string) {
	meta.SetStatusCondition(list, metav1.Condition{Type: kind, Status: metav1.ConditionFalse, Message: message})
}

func setTrueCondition(list *[]metav1.Condition, kind string) {
	meta.SetStatusCondition(list, metav1.Condition{Type: kind, Status: metav1.ConditionTrue})
}

// deferred writes the status whatever happens.
type deferred struct{ service }

func (r *deferred) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	s := &corev1.Service{}
	if err := r.Get(ctx, req.NamespacedName, s); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if failed := r.Status().Update(ctx, s); err == nil {
			err = failed
		}
	}()
	if err := r.apply(ctx, s); err != nil {
		setFalseCondition(&s.Status.Conditions, ready, err.Error())
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Status().Update(ctx, s)
}

// ended says how it went in the function that it ends with.
type ended struct{ service }

func (r *ended) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	s := &corev1.Service{}
	if err := r.Get(ctx, req.NamespacedName, s); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.apply(ctx, s); err != nil {
		setFalseCondition(&s.Status.Conditions, ready, err.Error())
		return r.end(ctx, s, err)
	}
	if s.Spec.ClusterIP == "" {
		err := r.apply(ctx, s)
		if err != nil {
			setFalseCondition(&s.Status.Conditions, ready, err.Error()) // want RL4007:"the error of r.apply is told in a condition, and then the function that this one ends with is told that there is none; hand it the error"
		}
	}
	return r.end(ctx, s, nil)
}

func (r *ended) end(ctx context.Context, s *corev1.Service, err error) (ctrl.Result, error) {
	if err == nil {
		setTrueCondition(&s.Status.Conditions, ready)
	}
	if failed := r.Status().Update(ctx, s); failed != nil {
		return ctrl.Result{}, failed
	}
	return ctrl.Result{}, err
}
