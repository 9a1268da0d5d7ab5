package selfwake

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// sieves writes the time, and the predicate of all that it watches keeps the event away.
type sieves struct{ client.Client }

func (r *sieves) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var namespace corev1.Namespace
	if err := r.Get(ctx, req.NamespacedName, &namespace); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	namespace.Status.Conditions[0].LastTransitionTime = metav1.Now()
	return ctrl.Result{}, r.Status().Update(ctx, &namespace)
}

func (r *sieves) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithEventFilter(predicate.GenerationChangedPredicate{}).Complete(r) // want RL7001:"a Namespace "
}
