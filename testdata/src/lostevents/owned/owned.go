// Package owned gives objects owners.
package owned

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		Owns(&corev1.ConfigMap{}). // want RL7002:"this watch hears of no ConfigMap: Owns looks for its controller, and the program gives it an owner that is none"
		Owns(&corev1.Secret{}).    // want RL7002:"this watch hears of no Secret"
		Owns(&corev1.Service{}, builder.MatchEveryOwner).
		Owns(&corev1.ServiceAccount{}). // which has one in some way
		Owns(&rbacv1.Role{}).           // whose owner nobody writes down
		Owns(&corev1.Endpoints{}).      // which others make
		Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	config, service, account := &corev1.ConfigMap{}, &corev1.Service{}, &corev1.ServiceAccount{}
	for _, o := range []error{
		controllerutil.SetOwnerReference(pod, config, r.Scheme()),
		controllerutil.SetOwnerReference(pod, service, r.Scheme()),
		controllerutil.SetOwnerReference(pod, account, r.Scheme()),
		ctrl.SetControllerReference(pod, account, r.Scheme()),
	} {
		if o != nil {
			return ctrl.Result{}, o
		}
	}
	role := &rbacv1.Role{}
	role.OwnerReferences = references(pod)
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: pod.Name, OwnerReferences: []metav1.OwnerReference{{
		APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID,
	}}}}
	for _, o := range []client.Object{config, service, account, role, secret} {
		if err := r.Create(ctx, o); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func references(pod *corev1.Pod) []metav1.OwnerReference { return pod.OwnerReferences }
