package unanswered

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// gathers puts errors where nobody sees them, or only tells of one.
type gathers struct{ client.Client }

func (r *gathers) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var all error
	for _, name := range []string{"a", "b"} {
		r.part(ctx, name, all)
		all = errors.Join(all, r.other(ctx, name, all))
	}
	if all != nil {
		return ctrl.Result{}, all
	}
	if err := r.either(ctx, req.Name); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.lastOnly(ctx, nil); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.lastNamed(ctx, nil); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.listed(ctx, nil); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.shadows(ctx, req.Name); err != nil {
		return ctrl.Result{}, err
	}
	if fresh, err := r.fresh(ctx); err != nil || !fresh {
		return ctrl.Result{}, err
	}
	if delay := r.handsOn(ctx); delay > 0 {
		return ctrl.Result{RequeueAfter: delay}, nil
	}
	return r.last(ctx)
}

// handsOn hands on an error that is nil, in place of one that it has taken for expected.
func (r *gathers) handsOn(ctx context.Context) time.Duration {
	secret, err := r.make(ctx)
	if err != nil {
		return time.Second
	}
	if err := r.Create(ctx, secret); err != nil && !apierrors.IsAlreadyExists(err) { // want RL4007:"the error of r.Create is lost: := makes another err in this block, and what follows asks the one around it; assign it with ="
		return time.Second
	}
	return waitFor(err)
}

func waitFor(err error) time.Duration {
	if err != nil {
		return time.Minute
	}
	return 0
}

// lastOnly looks at the error of the last item, and then at that of any.
func (r *gathers) lastOnly(ctx context.Context, secrets []*corev1.Secret) error {
	var err error
	for _, secret := range secrets {
		if secret == nil {
			continue
		}
		err = r.Delete(ctx, secret) // want RL4007:"the error of r.Delete is lost but for the last item: the next round of this loop sets err again; gather them"
	}
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	for _, secret := range secrets {
		err = r.Delete(ctx, secret)
		if err != nil {
			break
		}
	}
	return err
}

// lastNamed returns the error of the last item by the name of its result, and that of the first by one that ends the loop.
func (r *gathers) lastNamed(ctx context.Context, secrets []*corev1.Secret) (err error) {
	if len(secrets) > 9 {
		for _, secret := range secrets {
			if err = r.Create(ctx, secret); err != nil {
				return
			}
		}
	}
	for _, secret := range secrets {
		err = r.Delete(ctx, secret) // want RL4007:"the error of r.Delete is lost but for the last item: the next round of this loop sets err again; gather them"
	}
	return
}

// listed gathers the errors of its items in a list.
func (r *gathers) listed(ctx context.Context, secrets []*corev1.Secret) error {
	var all []error
	for _, secret := range secrets {
		r.into(ctx, secret, all)
		r.intoPointer(ctx, secret, &all)
		all = r.and(ctx, secret, all)
	}
	done, _ := controllerutil.CreateOrUpdate(ctx, r.Client, &corev1.Secret{}, func() error { return nil }) // want RL4007:"the error of controllerutil.CreateOrUpdate is thrown away"
	log.FromContext(ctx).Info("made", "result", done)
	errors.Join(all...) // want RL4007:"errors.Join makes an error that nobody has: return it"
	return errors.Join(all...)
}

func (r *gathers) into(ctx context.Context, secret *corev1.Secret, all []error) {
	if err := r.Update(ctx, secret); err != nil {
		all = append(all, err) // want RL4007:"the errors that into puts into its parameter all are lost: no caller sees what becomes of that; return them, or take a pointer .see logged.go:111."
	}
}

func (r *gathers) intoPointer(ctx context.Context, secret *corev1.Secret, all *[]error) {
	if err := r.Update(ctx, secret); err != nil {
		*all = append(*all, err)
	}
}

func (r *gathers) and(ctx context.Context, secret *corev1.Secret, all []error) []error {
	if err := r.Update(ctx, secret); err != nil {
		all = append(all, err)
	}
	return all
}

// shadows asks another error than that of its calls, and once the same.
func (r *gathers) shadows(ctx context.Context, name string) (err error) {
	switch name {
	case "a":
		err = r.Create(ctx, &corev1.Secret{})
	default:
		made, err := r.make(ctx) // want RL4007:"the error of r.make is lost: := makes another err in this block, and what follows asks the one around it; assign it with ="
		if err == nil {
			made.Name = name
		}
		if name == "" {
			log.FromContext(ctx).Error(err, "no name")
			return err
		}
	}
	if err != nil {
		return err
	}
	if name == "b" {
		made, err := r.make(ctx)
		if err == nil {
			made.Name = name
		} else {
			return err
		}
	}
	return err
}

// either asks on another way alone, and returns the first error if the second try fails, too.
func (r *gathers) either(ctx context.Context, name string) error {
	if made, err := r.make(ctx); err == nil {
		made.Name = name
		_, err := r.make(ctx)
		if err == nil { // want RL4007:"the error of r.make is lost where the steps after it go well"
			made.Name = ""
		}
	} else if err != nil {
		return err
	}
	_, err := r.make(ctx)
	if err == nil { // want RL4007:"the error of r.make is lost where the steps after it go well"
		return nil
	}
	if name == "" {
		_, err := r.make(ctx)
		if err == nil {
			return nil
		}
	}
	return err
}

func (r *gathers) make(ctx context.Context) (*corev1.Secret, error) {
	secret := &corev1.Secret{}
	return secret, r.Create(ctx, secret)
}

// fresh says by what it answers that something failed.
func (r *gathers) fresh(ctx context.Context) (bool, error) {
	all := true
	if err := r.Create(ctx, &corev1.Secret{}); err != nil {
		all = false
	}
	if err := r.Create(ctx, &corev1.ConfigMap{}); err != nil {
		return false, err
	}
	return all, nil
}

// part has errors that its callers do not see.
func (r *gathers) part(ctx context.Context, name string, all error) {
	if err := r.Create(ctx, &corev1.Secret{}); err != nil {
		all = errors.Join(all, err) // want RL4007:"the errors that part puts into its parameter all are lost: no caller sees what becomes of that; return them, or take a pointer .see logged.go:22."
	}
	if err := r.Create(ctx, &corev1.ConfigMap{}); err != nil {
		all = errors.Join(all, err)
	}
}

// other returns them.
func (r *gathers) other(ctx context.Context, name string, all error) error {
	if err := r.Create(ctx, &corev1.Secret{}); err != nil {
		all = errors.Join(all, err)
	}
	return all
}

// last only tells of its error.
func (r *gathers) last(ctx context.Context) (ctrl.Result, error) {
	result, err := r.reconcileService(ctx) // want RL4007:"the error of r.reconcileService is thrown away"
	log.FromContext(ctx).Info("reconciled", "result", result, "err", err)
	return result, nil
}

func (r *gathers) reconcileService(ctx context.Context) (ctrl.Result, error) {
	return ctrl.Result{}, r.Create(ctx, &corev1.Service{})
}

// finish returns what it puts into its parameter.
func (r *gathers) finish(ctx context.Context, err error) error {
	err = func() error {
		err = r.Create(ctx, &corev1.Secret{})
		return err
	}()
	return err
}
