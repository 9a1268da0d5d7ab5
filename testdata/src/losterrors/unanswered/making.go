package unanswered

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// making makes objects that it could not read, and does not mind that they are there.
type making struct{ client.Client }

func (r *making) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, make := range []func(context.Context, client.ObjectKey) (string, error){r.key, r.update, r.orElse, r.exists, r.filled, r.fails,
		r.reads, r.reloads, r.writes, r.beside, r.asks, r.later, r.again, r.either} {
		if _, err := make(ctx, req.NamespacedName); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func (r *making) named(name client.ObjectKey) *corev1.Secret {
	secret := new(corev1.Secret)
	secret.Name, secret.Namespace = name.Name, name.Namespace
	return secret
}

// key answers with a new key, where there may be one.
func (r *making) key(ctx context.Context, name client.ObjectKey) (string, error) {
	found, made := new(corev1.Secret), r.named(name)
	err := r.Get(ctx, name, found)
	if err == nil && len(found.Data["key"]) > 0 { // want RL4007:"any error of r.Get is taken to say that there is no such object, whatever failed"
		return string(found.Data["key"]), nil
	}
	fill(made)
	if err := r.Create(ctx, made); err != nil && !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	return made.StringData["key"], nil
}

func fill(secret *corev1.Secret) { secret.StringData = map[string]string{"key": "new"} }

// update leaves what is there as it is.
func (r *making) update(ctx context.Context, name client.ObjectKey) (string, error) {
	found := corev1.Secret{}
	if err := r.Get(ctx, name, &found); err == nil { // want RL4007:"any error of r.Get is taken to say that there is no such object, whatever failed"
		found.Labels = nil
		return "", r.Update(ctx, &found)
	}
	return "", client.IgnoreAlreadyExists(r.Create(ctx, r.named(name)))
}

func (r *making) orElse(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil { // want RL4007:"any error of r.Get is taken to say that there is no such object, whatever failed"
		if err := r.Update(ctx, found); err != nil {
			return "", err
		}
	} else {
		if err := r.Create(ctx, r.named(name)); client.IgnoreAlreadyExists(err) != nil {
			return "", err
		}
	}
	return "", nil
}

// exists wants no more than that there is one.
func (r *making) exists(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil {
		log.FromContext(ctx).Info("there", "name", found.Name)
		return "", nil
	}
	return "", client.IgnoreAlreadyExists(r.Create(ctx, r.named(name)))
}

// filled makes one also where it has read one.
func (r *making) filled(ctx context.Context, name client.ObjectKey) (string, error) {
	found, key := new(corev1.Secret), ""
	if err := r.Get(ctx, name, found); err == nil {
		key = string(found.Data["key"])
	}
	return key, client.IgnoreAlreadyExists(r.Create(ctx, r.named(name)))
}

// fails is told that there is one.
func (r *making) fails(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	if err := r.Create(ctx, r.named(name)); err != nil {
		if apierrors.IsAlreadyExists(err) {
			log.FromContext(ctx).Info("there")
		}
		return "", err
	}
	return "", nil
}

// reads reads what is there.
func (r *making) reads(ctx context.Context, name client.ObjectKey) (string, error) {
	found, made := new(corev1.Secret), r.named(name)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	if err := r.Create(ctx, made); err != nil && !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	err := r.Get(ctx, name, made)
	return string(made.Data["key"]), err
}

func (r *making) reloads(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	if err := r.Create(ctx, r.named(name)); err != nil && !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	return r.load(ctx, name)
}

func (r *making) load(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	err := r.Get(ctx, name, found)
	return string(found.Data["key"]), err
}

// writes writes what is there.
func (r *making) writes(ctx context.Context, name client.ObjectKey) (string, error) {
	found, made := new(corev1.Secret), r.named(name)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	if err := r.Create(ctx, made); err != nil && !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	return "", r.Update(ctx, made)
}

// beside makes another object.
func (r *making) beside(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	return "", client.IgnoreAlreadyExists(r.Create(ctx, new(corev1.ConfigMap)))
}

// asks leaves the error for later.
func (r *making) asks(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	err := r.Get(ctx, name, found)
	if err == nil {
		return string(found.Data["key"]), nil
	}
	if !apierrors.IsNotFound(err) {
		return "", err
	}
	return "", client.IgnoreAlreadyExists(r.Create(ctx, r.named(name)))
}

// later tries again.
func (r *making) later(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	err := r.Create(ctx, r.named(name))
	if apierrors.IsAlreadyExists(err) {
		return "", apierrors.NewConflict(corev1.Resource("secrets"), name.Name, err)
	}
	return "", err
}

// again has asked for the kind before.
func (r *making) again(ctx context.Context, name client.ObjectKey) (string, error) {
	if err := r.Create(ctx, r.named(name)); err != nil && !apierrors.IsAlreadyExists(err) {
		return "", err
	}
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err == nil {
		return string(found.Data["key"]), nil
	}
	return "", r.Create(ctx, r.named(name))
}

// either makes one whatever it has read.
func (r *making) either(ctx context.Context, name client.ObjectKey) (string, error) {
	found := new(corev1.Secret)
	if err := r.Get(ctx, name, found); err != nil {
		log.FromContext(ctx).Error(err, "a new one")
		found = r.named(name)
	} else {
		found.ResourceVersion = ""
	}
	return "", client.IgnoreAlreadyExists(r.Create(ctx, found))
}
