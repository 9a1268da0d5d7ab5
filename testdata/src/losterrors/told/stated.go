package told

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// stating hands what fails to functions that say it in the status, and return only whether that was written.
type stating struct{ client.Client }

func (r *stating) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Create(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "not made")
		return ctrl.Result{}, r.condition(ctx, pod, "NotMade", err.Error()) // want RL4007:"the error of r.Create is told in the status"
	}
	err := r.Update(ctx, pod)
	if err != nil {
		log.FromContext(ctx).Error(err, "not updated")
		return ctrl.Result{}, r.state(ctx, pod, err) // want RL4007:"the error of r.Update is told in the status"
	}
	if err := r.Delete(ctx, pod); err != nil {
		if pod.Generation == 1 {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
		return ctrl.Result{}, r.state(ctx, pod, fmt.Errorf("deleting: %w", err)) // want RL4007:"the error of r.Delete is told in the status"
	}
	found, err := r.find(ctx, pod)
	if found == nil || err != nil {
		return ctrl.Result{}, r.state(ctx, pod, err) // want RL4007:"the error of r.find is told in the status"
	}
	return ctrl.Result{}, nil
}

// deferring tells of its error, and writes what comes of it, when it leaves.
type deferring struct{ client.Client }

func (r *deferring) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	err := r.Get(ctx, req.NamespacedName, pod)
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	node := new(corev1.Node)
	if err = r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, node); err != nil {
		log.FromContext(ctx).Error(err, "no node")
		return ctrl.Result{}, nil // want RL4007:"the error of r.Get is lost: an empty Result and nil"
	}
	defer func() {
		if err == nil {
			log.FromContext(ctx).Info("all is well")
		}
	}()
	err = r.Update(ctx, pod)
	return ctrl.Result{}, err
}

func (r *stating) find(ctx context.Context, pod *corev1.Pod) (*corev1.Node, error) {
	nodes := new(corev1.NodeList)
	if err := r.List(ctx, nodes); err != nil {
		return nil, err
	}
	for i := range nodes.Items {
		if nodes.Items[i].Name == pod.Spec.NodeName {
			return &nodes.Items[i], nil
		}
	}
	return nil, nil
}

func (r *stating) condition(ctx context.Context, pod *corev1.Pod, reason, message string) error {
	if pod.Status.Reason == reason && pod.Status.Message == message {
		return nil
	}
	pod.Status.Reason, pod.Status.Message = reason, message
	return r.Status().Update(ctx, pod)
}

func (r *stating) state(ctx context.Context, pod *corev1.Pod, err error) error {
	if err != nil {
		pod.Status.Message = err.Error()
	}
	err = r.Status().Update(ctx, pod)
	return err
}

// finishing hands the error of its work at once to what writes it to the status.
type finishing struct{ client.Client }

func (r *finishing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.DeletionTimestamp != nil {
		return ctrl.Result{}, r.finish(ctx, pod, r.Delete(ctx, pod)) // want RL4007:"the error of r.Delete is told in a status alone: finish"
	}
	if pod.Spec.NodeName == "" {
		return ctrl.Result{}, r.finishOwn(ctx, pod, r.Update(ctx, pod))
	}
	if pod.Spec.Hostname == "" {
		return ctrl.Result{}, r.finish(ctx, pod, client.IgnoreNotFound(r.Patch(ctx, pod, client.MergeFrom(pod)))) // want RL4007:"the error of r.Patch is told in a status alone: finish"
	}
	return ctrl.Result{}, r.finishBoth(ctx, pod, r.Update(ctx, pod))
}

func (r *finishing) finish(ctx context.Context, pod *corev1.Pod, failed error) error {
	err := r.updateStatus(ctx, pod, func(status *corev1.PodStatus) {
		if failed != nil {
			status.Message = failed.Error()
			return
		}
		status.Message = ""
	})
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	return nil
}

func (r *finishing) finishBoth(ctx context.Context, pod *corev1.Pod, failed error) error {
	err := r.updateStatus(ctx, pod, func(status *corev1.PodStatus) { status.Message = fmt.Sprint(failed) })
	return errors.Join(err, failed)
}

// finishOwn returns an error of its own.
func (r *finishing) finishOwn(ctx context.Context, pod *corev1.Pod, failed error) error {
	text := ""
	if failed != nil {
		text = failed.Error()
	}
	if err := r.updateStatus(ctx, pod, func(status *corev1.PodStatus) { status.Message = text }); err != nil {
		return err
	}
	if text != "" {
		return errLater
	}
	return nil
}

var errLater = errors.New("try again")

func (r *finishing) updateStatus(ctx context.Context, pod *corev1.Pod, change func(*corev1.PodStatus)) error {
	change(&pod.Status)
	return r.Status().Update(ctx, pod)
}
