package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// owns makes objects of three kinds, and watches one of these.
type owns struct {
	client.Client
	scheme *runtime.Scheme
	steps  []func(*corev1.Namespace) (client.Object, error)
}

func (r *owns) SetupWithManager(mgr ctrl.Manager) error {
	r.steps = append(r.steps, r.config, r.role, r.binding, r.limits, r.other)
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Owns(&corev1.ConfigMap{}).Named("owns"). // want RL7003:"controller owns is the controller of each Role and RoleBinding that it makes, and watches none: whoever changes or deletes one does not wake it; watch them with Owns"
															Complete(r)
}

func (r *owns) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	space := &corev1.Namespace{}
	if err := r.Get(ctx, req.NamespacedName, space); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, made := range r.steps {
		object, err := made(space)
		if err != nil {
			return ctrl.Result{}, err
		}
		if err := r.Create(ctx, object); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

// config makes an object that has one of its own.
func (r *owns) config(space *corev1.Namespace) (client.Object, error) {
	config, part := &corev1.ConfigMap{}, &corev1.PodTemplate{}
	if err := controllerutil.SetControllerReference(config, part, r.scheme); err != nil {
		return nil, err
	}
	return config, controllerutil.SetControllerReference(space, config, r.scheme)
}

func (r *owns) role(space *corev1.Namespace) (client.Object, error) {
	role := &rbacv1.Role{}
	return role, controllerutil.SetControllerReference(space, role, r.scheme)
}

func (r *owns) binding(space *corev1.Namespace) (client.Object, error) {
	binding := &rbacv1.RoleBinding{}
	return binding, ctrl.SetControllerReference(space, binding, r.scheme)
}

// limits has an owner that is no controller.
func (r *owns) limits(space *corev1.Namespace) (client.Object, error) {
	limits := &corev1.LimitRange{}
	return limits, controllerutil.SetOwnerReference(space, limits, r.scheme)
}

// other makes something that belongs to an object of another controller.
func (r *owns) other(*corev1.Namespace) (client.Object, error) {
	pod, account := &corev1.Pod{}, &corev1.ServiceAccount{}
	return account, r.adopt(pod, account)
}

func (r *owns) adopt(pod *corev1.Pod, object client.Object) error {
	if account, ok := object.(*corev1.ServiceAccount); ok {
		return controllerutil.SetControllerReference(pod, account, r.scheme)
	}
	return controllerutil.SetControllerReference(pod, object, r.scheme)
}

// looks asks for its requests again, and needs no event.
type looks struct{ owns }

func (r *looks) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Named("looks").Complete(r)
}

func (r *looks) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	role, err := r.role(&corev1.Namespace{})
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, role); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

// either is set up in one of two ways, and makes its roles in the first.
type either struct {
	owns
	roles bool
}

func (r *either) SetupWithManager(mgr ctrl.Manager) error {
	if r.roles {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Owns(&rbacv1.Role{}).Named("roles").Complete(r)
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Named("none").Complete(r)
}

func (r *either) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if !r.roles {
		return ctrl.Result{}, nil
	}
	role, err := r.role(&corev1.Namespace{})
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Create(ctx, role)
}
