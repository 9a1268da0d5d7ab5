// Package told tells of errors and does not return them.
package told

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type cluster struct {
	corev1.ConfigMap
	conditions []metav1.Condition
}

var far interface {
	Do(ctx context.Context, what string) (string, error)
}

// conditions tells in a condition.
type conditions struct {
	client.Client
	log logr.Logger
}

func (r *conditions) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c cluster
	if err := r.Get(ctx, req.NamespacedName, &c.ConfigMap); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	url, err := repository(ctx, c.Name)
	if err != nil {
		r.log.Error(err, "no repository")
		r.failed(ctx, &c, err)
		return ctrl.Result{}, nil // want RL4007:"is as it was"
	}
	c.Data["url"] = url
	if err := parse(url); err != nil {
		r.failed(ctx, &c, err)
		return ctrl.Result{}, nil
	}
	if _, err := repository(ctx, url); err != nil {
		r.hand(ctx, &c, err)
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *conditions) failed(ctx context.Context, c *cluster, err error) {
	meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Message: err.Error()})
	if err := r.Status().Update(ctx, &c.ConfigMap); err != nil { // want RL4007:"is lost: failed"
		r.log.Error(err, "no status")
	}
}

// hand may do anything.
func (r *conditions) hand(ctx context.Context, c *cluster, err error) { handler(ctx, c, err) }

var handler func(context.Context, *cluster, error)

func repository(ctx context.Context, name string) (string, error) { return far.Do(ctx, name) }

func parse(string) error

func note(c *cluster, err error) {
	meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Message: err.Error()})
}

// inline sets its condition where it fails.
type inline struct{ client.Client }

func (r *inline) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c cluster
	if err := r.Get(ctx, req.NamespacedName, &c.ConfigMap); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, err := repository(ctx, c.Name); err != nil {
		meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Message: err.Error()})
		return ctrl.Result{}, r.Status().Update(ctx, &c.ConfigMap) // want RL4007:"is as it was"
	}
	if _, err := repository(ctx, c.Namespace); err != nil {
		note(&c, err)
		_ = r.Status().Update(ctx, &c.ConfigMap)
		return ctrl.Result{}, nil // want RL4007:"is as it was"
	}
	if err := parse(c.Data["url"]); err != nil { // to do it again gives the same
		meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Message: err.Error()})
		return ctrl.Result{}, r.Status().Update(ctx, &c.ConfigMap)
	}
	if _, err := repository(ctx, c.Data["url"]); err != nil { // the status is written with the error
		meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Message: err.Error()})
		return ctrl.Result{}, errors.Join(err, r.Status().Update(ctx, &c.ConfigMap))
	}
	return ctrl.Result{}, nil
}

// parts has several steps.
type parts struct{ client.Client }

func (r *parts) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c cluster
	if err := r.Get(ctx, req.NamespacedName, &c.ConfigMap); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() { _ = r.Status().Update(ctx, &c.ConfigMap) }()
	if _, err := repository(ctx, c.Name); err != nil {
		if apierrors.IsInvalid(err) {
			stall(&c, "Invalid", err.Error())
			return ctrl.Result{}, nil
		}
		stall(&c, "Failed", err.Error())
		return ctrl.Result{}, nil // want RL4007:"is as it was"
	}
	return ctrl.Result{}, nil
}

func stall(c *cluster, reason, message string) {
	meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Stalled", Status: metav1.ConditionTrue, Reason: reason, Message: message})
}

// unseen has a deferred call.
type unseen struct{ client.Client }

func (r *unseen) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &c); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer r.updateStatus(ctx, &c) // want RL4007:"nobody looks at what a deferred call"
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func (r *unseen) updateStatus(ctx context.Context, c *corev1.ConfigMap) error {
	return r.Status().Update(ctx, c)
}

// unwrapped returns what an error wraps.
type unwrapped struct{ client.Client }

func (r *unwrapped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c corev1.ConfigMap
	failed := r.sync(ctx, &c)
	stated := r.Status().Update(ctx, &c)
	failed = errors.Unwrap(failed) // want RL4007:"then failed is lost"
	return ctrl.Result{}, errors.Join(failed, stated)
}

func (r *unwrapped) sync(ctx context.Context, c *corev1.ConfigMap) error { return r.Update(ctx, c) }

// asked looks whether there is a cause.
type asked struct{ client.Client }

func (r *asked) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	err := r.Create(ctx, &corev1.ConfigMap{})
	if cause := errors.Unwrap(err); cause != nil {
		return ctrl.Result{}, cause
	}
	return ctrl.Result{}, err
}

// finalized takes its finalizer away, whatever became of the deletion.
type finalized struct {
	client.Client
	log logr.Logger
}

func (r *finalized) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &c); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if c.DeletionTimestamp != nil && controllerutil.ContainsFinalizer(&c, "far.example.com") {
		r.tidy(&c)
		r.purge(ctx, &c)
		r.unregister(ctx, &c)
		if _, err := far.Do(ctx, c.Name); err != nil { // want RL4007:"the finalizer is removed all the same"
			r.log.Error(err, "not deleted there")
		}
		if _, err := far.Do(ctx, c.Namespace); err != nil {
			r.log.Error(err, "not deleted there, and nobody needs it to be: ignored")
		}
		controllerutil.RemoveFinalizer(&c, "far.example.com")
		return ctrl.Result{}, r.Update(ctx, &c)
	}
	r.purge(ctx, &c)
	return ctrl.Result{}, nil
}

func (r *finalized) tidy(c *corev1.ConfigMap) {
	if len(c.Data) > 0 {
		_, err := far.Do(context.Background(), c.Name)
		if err != nil { // want RL4007:"is lost: tidy"
			r.log.Error(err, "not tidied")
			return
		}
		r.log.Info("tidied")
	}
}

// purge is a courtesy.
func (r *finalized) purge(ctx context.Context, c *corev1.ConfigMap) {
	if _, err := far.Do(ctx, c.Name); err != nil { // best effort
		r.log.Error(err, "not purged")
	}
}

// unregister takes the object off a list. That it fails is not fatal: deletions must not wait for that.
func (r *finalized) unregister(ctx context.Context, c *corev1.ConfigMap) {
	if _, err := far.Do(ctx, c.Name); err != nil {
		r.log.Error(err, "not unregistered")
	}
}

// stated has the error of a request in a condition alone.
type stated struct{ client.Client }

type readyCondition struct{ Status, Message string }

func (r *stated) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var c corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &c); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if heeded := r.heeded(ctx, &c); heeded.Status == "Unknown" {
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	c.Data["ready"] = r.ready(ctx, &c).Status
	c.Data["known"] = r.known(ctx, &c).Status
	if s, err := r.snapshot(ctx); err != nil || s.err != nil {
		return ctrl.Result{}, errors.Join(err, s.err)
	}
	return ctrl.Result{}, r.Update(ctx, &c)
}

// heeded is asked by its caller, who comes back.
func (r *stated) heeded(ctx context.Context, c *corev1.ConfigMap) readyCondition {
	condition := readyCondition{Status: "False"}
	var pod corev1.Pod
	if err := r.Client.Get(ctx, client.ObjectKeyFromObject(c), &pod); err != nil {
		condition.Status = "Unknown"
		condition.Message = fmt.Sprintf("cannot tell: %v", err)
	}
	return condition
}

type snapshot struct {
	pods []corev1.Pod
	err  error
}

// snapshot has the error in what it answers.
func (r *stated) snapshot(ctx context.Context) (*snapshot, error) {
	pods, err := r.list(ctx)
	var all []corev1.Pod
	if err == nil {
		all = append(all, pods...)
	}
	return &snapshot{pods: all, err: err}, nil
}

func (r *stated) list(ctx context.Context) ([]corev1.Pod, error) {
	var pods corev1.PodList
	err := r.Client.List(ctx, &pods)
	return pods.Items, err
}

func (r *stated) ready(ctx context.Context, c *corev1.ConfigMap) readyCondition {
	condition := readyCondition{Status: "False"}
	var pod corev1.Pod
	if err := r.Client.Get(ctx, client.ObjectKeyFromObject(c), &pod); err == nil {
		condition.Status = string(pod.Status.Phase)
	} else if apierrors.IsNotFound(err) {
		condition.Message = "no pod"
	} else { // want RL4007:"alone: ready"
		condition.Status = "Unknown"
		condition.Message = fmt.Sprintf("cannot tell: %v", err)
	}
	return condition
}

func (r *stated) known(ctx context.Context, c *corev1.ConfigMap) readyCondition {
	condition := readyCondition{Status: "True"}
	var pod corev1.Pod
	if err := r.Client.Get(ctx, client.ObjectKeyFromObject(c), &pod); apierrors.IsNotFound(err) {
		condition.Message = err.Error()
	}
	return condition
}

// renewed overwrites its error by that of the status's write, where the condition is new.
func (r *parts) renewed(ctx context.Context, c *cluster) (ctrl.Result, error) {
	_, err := repository(ctx, c.Name)
	if err != nil {
		if meta.SetStatusCondition(&c.conditions, metav1.Condition{Type: "Ready", Status: metav1.ConditionFalse, Message: err.Error()}) {
			err = errors.Join(r.Status().Update(ctx, &c.ConfigMap))
		}
		return ctrl.Result{}, err // want RL4007:"the error of repository is lost where err is nil"
	}
	return ctrl.Result{}, nil
}

// unwraps returns what an error wraps from what a reconciler calls.
type unwraps struct{ client.Client }

func (r *unwraps) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, errors.Join(r.make(ctx), r.root(ctx))
}

func (r *unwraps) make(ctx context.Context) error {
	if err := r.Create(ctx, &corev1.ConfigMap{}); err != nil {
		return errors.Unwrap(err) // want RL4007:"then err is lost"
	}
	return nil
}

// root looks for the cause, and keeps the error that has none.
func (r *unwraps) root(ctx context.Context) error {
	err := r.Create(ctx, &corev1.ConfigMap{})
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

func cause(err error) error { return errors.Unwrap(err) }

// replaces returns the error of the status in the place of that of a step.
type replaces struct{ client.Client }

func (r *replaces) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.make(ctx, &corev1.ConfigMap{}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.update(ctx, &corev1.ConfigMap{})
}

func (r *replaces) make(ctx context.Context, c *corev1.ConfigMap) error {
	err := r.Create(ctx, c)
	if err != nil { // want RL4007:"r.Create"
		err = r.Status().Update(ctx, c)
	}
	return err
}

// update makes the object where there is none to update.
func (r *replaces) update(ctx context.Context, c *corev1.ConfigMap) error {
	err := r.Update(ctx, c)
	if err != nil {
		err = r.Create(ctx, c)
	}
	return err
}

// gathers only tells of the errors of some steps.
type gathers struct{ client.Client }

func (r *gathers) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	var list corev1.ConfigMapList
	if err := r.List(ctx, &list); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, errors.Join(r.remove(ctx, list.Items), r.count(ctx, list.Items))
}

func (r *gathers) remove(ctx context.Context, list []corev1.ConfigMap) error {
	var errs []error
	for i := range list {
		if err := r.Delete(ctx, &list[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 { // want RL4007:"the error of r.Delete is lost"
		log.FromContext(ctx).Error(errors.Join(errs...), "cannot delete", "count", len(errs))
	}
	return nil
}

func (r *gathers) count(ctx context.Context, list []corev1.ConfigMap) error {
	var errs []error
	for i := range list {
		if err := r.Delete(ctx, &list[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		log.FromContext(ctx).Error(errs[0], "cannot delete")
		return errs[0]
	}
	return nil
}
