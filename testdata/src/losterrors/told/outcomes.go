package told

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// answerStatus is what a pass came to, of one of several types.
type answerStatus interface {
	phase() string
	result() (ctrl.Result, error)
}

type refusedStatus struct{}

func (refusedStatus) phase() string                { return "Refused" }
func (refusedStatus) result() (ctrl.Result, error) { return ctrl.Result{}, nil }

type brokenStatus struct{ err error }

func (b *brokenStatus) phase() string { return b.err.Error() }
func (b *brokenStatus) result() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func broken(err error) *brokenStatus { return &brokenStatus{err} }

// outcomes answers by what its pass came to.
type outcomes struct{ client.Client }

func (r *outcomes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, err := repository(ctx, pod.Name); err != nil {
		return r.updateStatus(ctx, pod, broken(err)) // it comes back after a minute
	}
	if came, _ := r.rotate(ctx, pod); came.phase() != "" { // whose error it has
		return r.updateStatus(ctx, pod, came)
	}
	return r.updateStatus(ctx, pod, r.scale(ctx, pod))
}

func (r *outcomes) rotate(ctx context.Context, pod *corev1.Pod) (answerStatus, error) {
	if err := r.Delete(ctx, pod); err != nil {
		return broken(err), err
	}
	return refusedStatus{}, nil
}

func (r *outcomes) scale(ctx context.Context, pod *corev1.Pod) answerStatus {
	if err := r.Update(ctx, pod); err != nil {
		if pod.DeletionTimestamp == nil {
			return broken(err) // so it does here
		}
	}
	return refusedStatus{}
}

func (r *outcomes) updateStatus(ctx context.Context, pod *corev1.Pod, came answerStatus) (ctrl.Result, error) {
	pod.Status.Message = came.phase()
	if err := r.Status().Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return came.result()
}
