// Package helped gives objects of any kind an owner by a helper: that is their controller.
package helped

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Owns(&corev1.ConfigMap{}).Complete(r)
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace}}
	control(config, &pod)
	return ctrl.Result{}, r.Create(ctx, config)
}

// share gives a ConfigMap that others have too one more owner.
func share(pod *corev1.Pod, config *corev1.ConfigMap, r *reconciler) error {
	return controllerutil.SetOwnerReference(pod, config, r.Scheme())
}

func control(object, owner client.Object) {
	object.SetOwnerReferences(append(object.GetOwnerReferences(), reference(owner)))
}

func reference(owner client.Object) metav1.OwnerReference {
	yes := true
	return metav1.OwnerReference{Kind: "Pod", Name: owner.GetName(), UID: owner.GetUID(), Controller: &yes}
}
