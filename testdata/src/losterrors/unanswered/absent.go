package unanswered

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// absent asks whether there is an object, and hears no where nobody could say.
type absent struct{ client.Client }

func (r *absent) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	name := client.ObjectKey{Namespace: req.Namespace, Name: "defaults"}
	there, err := r.there(ctx, name)
	if err != nil {
		return ctrl.Result{}, err
	}
	secret, err := r.find(ctx, name)
	if err != nil {
		return ctrl.Result{}, err
	}
	account, err := optional[corev1.ServiceAccount](ctx, r.Client, name)
	if err != nil {
		return ctrl.Result{}, err
	}
	node, err := r.findOnly(ctx, name)
	if err != nil {
		return ctrl.Result{}, err
	}
	if !there && secret == nil && account == nil && node == nil && !r.exists(ctx, name) {
		return ctrl.Result{}, errors.Join(r.late(ctx, &corev1.Pod{}), r.ends(ctx, &corev1.Pod{}))
	}
	return ctrl.Result{}, r.reports(ctx, &corev1.Pod{})
}

func (r *absent) there(ctx context.Context, name client.ObjectKey) (bool, error) {
	if err := r.Get(ctx, name, &corev1.ConfigMap{}); err != nil { // want RL4007:"any error of r.Get is taken to say that there is no such object"
		log.FromContext(ctx).V(1).Info("not there", "name", name)
		return false, nil
	}
	return true, nil
}

func (r *absent) find(ctx context.Context, name client.ObjectKey) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	err := r.Get(ctx, name, secret)
	if err != nil { // want RL4007:"any error of r.Get is taken to say that there is no such object"
		return nil, nil
	}
	return secret, nil
}

func optional[T any, P interface {
	*T
	client.Object
}](ctx context.Context, c client.Reader, name client.ObjectKey) (P, error) {
	object := P(new(T))
	if err := c.Get(ctx, name, object); err != nil { // want RL4007:"any error of c.Get is taken to say that there is no such object"
		return nil, nil
	}
	return object, nil
}

func (r *absent) exists(ctx context.Context, name client.ObjectKey) bool {
	return r.Get(ctx, name, &corev1.Endpoints{}) == nil // want RL4007:"the error of r.Get is lost: exists answers as if there were nothing to read"
}

// findOnly asks.
func (r *absent) findOnly(ctx context.Context, name client.ObjectKey) (*corev1.Node, error) {
	node := &corev1.Node{}
	err := r.Get(ctx, name, node)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return node, nil
}

// late sets an error after the return has taken its value.
func (r *absent) late(ctx context.Context, pod *corev1.Pod) error {
	var err error
	defer func() {
		if failed := r.Status().Update(ctx, pod); failed != nil {
			err = errors.Join(err, failed) // want RL4007:"what this deferred function sets err to is lost: err is no named result"
		}
	}()
	err = r.Create(ctx, pod)
	return err
}

// lateButSeen is looked at by what runs after it.
func (r *absent) lateButSeen(ctx context.Context, pod *corev1.Pod) error {
	var err error
	defer func() { log.FromContext(ctx).Info("done", "error", err) }()
	defer func() { err = errors.Join(err, r.Status().Update(ctx, pod)) }()
	err = r.Create(ctx, pod)
	return err
}

// reports hands the error to what returns that of its own request alone.
func (r *absent) reports(ctx context.Context, pod *corev1.Pod) (err error) {
	defer func() { err = r.report(ctx, pod, err) }() // want RL4007:"the error that this function returns is lost: this deferred call puts that of r.report in its place"
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	return nil
}

func (r *absent) report(ctx context.Context, pod *corev1.Pod, outcome error) error {
	if outcome != nil {
		pod.Status.Message = outcome.Error()
	}
	return r.Status().Update(ctx, pod)
}

// joins hands it to what returns both.
func (r *absent) joins(ctx context.Context, pod *corev1.Pod) (err error) {
	defer func() { err = r.join(ctx, pod, err) }()
	return r.Create(ctx, pod)
}

func (r *absent) join(ctx context.Context, pod *corev1.Pod, outcome error) error {
	err := r.Status().Update(ctx, pod)
	return errors.Join(outcome, err)
}

// ends defers what puts its own error in the place of the one that is returned.
func (r *absent) ends(ctx context.Context, pod *corev1.Pod) (err error) {
	defer r.end(ctx, pod, &err) // want RL4007:"the error that this function returns is lost: this deferred call puts that of r.end in its place"
	return r.Create(ctx, pod)
}

func (r *absent) end(ctx context.Context, pod *corev1.Pod, err *error) {
	if *err != nil {
		pod.Status.Message = (*err).Error()
	}
	*err = r.Status().Update(ctx, pod)
}

// endsBoth keeps both.
func (r *absent) endsBoth(ctx context.Context, pod *corev1.Pod) (err error) {
	defer r.endBoth(ctx, pod, &err)
	return r.Create(ctx, pod)
}

func (r *absent) endBoth(ctx context.Context, pod *corev1.Pod, err *error) {
	*err = errors.Join(*err, r.Status().Update(ctx, pod))
}
