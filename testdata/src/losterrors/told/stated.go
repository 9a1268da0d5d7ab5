package told

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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
	if err := r.Patch(ctx, pod, client.MergeFrom(&corev1.Pod{})); err != nil {
		return ctrl.Result{}, r.tell(ctx, pod, err) // want RL4007:"the error of r.Patch is told in the status"
	}
	if err := r.DeleteAllOf(ctx, pod); err != nil {
		failed := r.unlessConflict(ctx, pod, err)
		return ctrl.Result{}, failed // want RL4007:"the error of r.DeleteAllOf is told in the status"
	}
	if err := r.Create(ctx, pod); err != nil {
		return ctrl.Result{}, r.tellBoth(ctx, pod, err)
	}
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, r.tellOwn(ctx, pod, err)
	}
	if err := r.Create(ctx, pod); err != nil {
		return ctrl.Result{}, r.tellText(ctx, pod, err)
	}
	if err := r.Patch(ctx, pod, client.MergeFrom(&corev1.Pod{})); err != nil {
		return ctrl.Result{}, r.tellBad(ctx, pod, err)
	}
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, r.tellError(ctx, pod, err)
	}
	if err := r.Delete(ctx, pod); err != nil {
		result, failed := r.tellAndWait(ctx, pod, err)
		return result, failed
	}
	return ctrl.Result{}, nil
}

// tell has another function write the status.
func (r *stating) tell(ctx context.Context, pod *corev1.Pod, err error) error {
	pod.Status.Message = err.Error()
	return r.syncStatus(ctx, pod)
}

func (r *stating) unlessConflict(ctx context.Context, pod *corev1.Pod, err error) error {
	if apierrors.IsConflict(err) {
		return nil
	}
	return r.ensureStatus(ctx, pod, err.Error())
}

// ensureStatus is handed a text, and says it.
func (r *stating) ensureStatus(ctx context.Context, pod *corev1.Pod, text string) error {
	pod.Status.Message = text
	return r.syncStatus(ctx, pod)
}

func (r *stating) tellText(ctx context.Context, pod *corev1.Pod, err error) error {
	return r.setStatus(ctx, pod, err.Error())
}

// setStatus makes an error of the text.
func (r *stating) setStatus(ctx context.Context, pod *corev1.Pod, text string) error {
	if err := r.ensureStatus(ctx, pod, text); err != nil || text == "" {
		return err
	}
	return errors.New(text)
}

func (r *stating) tellBad(ctx context.Context, pod *corev1.Pod, err error) error {
	if err := r.syncStatus(ctx, pod); err != nil || pod.Generation == 1 {
		return err
	}
	return failure(err.Error())
}

func failure(text string) error {
	if text == "" {
		return nil
	}
	return failed(text)
}

type failed string

func (f failed) Error() string { return string(f) }

func (r *stating) tellError(ctx context.Context, pod *corev1.Pod, err error) error {
	return r.updateStatus(ctx, pod, err)
}

// updateStatus returns the error itself.
func (r *stating) updateStatus(ctx context.Context, pod *corev1.Pod, failed error) error {
	if err := r.ensureStatus(ctx, pod, failed.Error()); err != nil || apierrors.IsConflict(failed) {
		return err
	}
	return failed
}

func (r *stating) tellBoth(ctx context.Context, pod *corev1.Pod, err error) error {
	return errors.Join(r.syncStatus(ctx, pod), err)
}

func (r *stating) tellOwn(ctx context.Context, pod *corev1.Pod, err error) error {
	pod.Status.Message = err.Error()
	if err := r.syncStatus(ctx, pod); err != nil {
		return err
	}
	if pod.Status.Message != "" {
		return errLater
	}
	return nil
}

func (r *stating) tellAndWait(ctx context.Context, pod *corev1.Pod, err error) (ctrl.Result, error) {
	pod.Status.Message = err.Error()
	if err := r.syncStatus(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Duration(pod.Generation)}, nil
}

func (r *stating) syncStatus(ctx context.Context, pod *corev1.Pod) error {
	return r.Status().Update(ctx, pod)
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
		return ctrl.Result{}, r.finish(ctx, pod, client.IgnoreNotFound(r.Patch(ctx, pod, client.MergeFrom(&corev1.Pod{})))) // want RL4007:"the error of r.Patch is told in a status alone: finish"
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

// judged asks what kind of an error it has, and says by a Result what that means.
type judged struct {
	client.Client
	Pause time.Duration
}

func (r *judged) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, pod); err != nil {
		pod.Status.Message = err.Error()
		if failed := r.Status().Update(ctx, pod); failed != nil {
			return ctrl.Result{}, failed
		}
		return r.again(err), nil
	}
	if err := r.Delete(ctx, pod); err != nil {
		pod.Status.Message = err.Error()
		if failed := r.Status().Update(ctx, pod); failed != nil {
			return ctrl.Result{}, failed
		}
		return ctrl.Result{}, nil // want RL4007:"the error of r.Delete is told in the status"
	}
	return ctrl.Result{}, nil
}

func (r *judged) again(err error) ctrl.Result {
	if apierrors.IsInvalid(err) {
		return ctrl.Result{}
	}
	return ctrl.Result{RequeueAfter: r.Pause}
}

// keepsIt keeps the error of its work in a variable until it has written the status.
type keepsIt struct{ finishing }

func (r *keepsIt) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Spec.NodeName == "" {
		failed := r.Create(ctx, pod)
		return ctrl.Result{}, r.finish(ctx, pod, failed) // want RL4007:"the error of r.Create is told in a status alone: finish"
	}
	if pod.Spec.Hostname == "" {
		err := r.Delete(ctx, pod)
		if failed := r.finish(ctx, pod, err); failed != nil {
			return ctrl.Result{}, failed
		}
		return ctrl.Result{}, err
	}
	err := r.Update(ctx, pod)
	if failed := r.finish(ctx, pod, err); failed != nil { // want RL4007:"the error of r.Update is told in a status alone: finish"
		return ctrl.Result{}, failed
	}
	return ctrl.Result{}, nil
}

// keepsOn comes back for it.
type keepsOn struct{ finishing }

func (r *keepsOn) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	err := r.Get(ctx, req.NamespacedName, pod)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{}, nil
	}
	if failed := r.finish(ctx, pod, err); failed != nil {
		return ctrl.Result{}, failed
	}
	failed := r.Update(ctx, pod)
	if err := r.finish(ctx, pod, failed); err != nil {
		return ctrl.Result{}, err
	}
	if failed != nil {
		return ctrl.Result{}, failed
	}
	deleted := r.Delete(ctx, pod)
	if err := r.finish(ctx, pod, deleted); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Hour}, nil
}
