package selfwake

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// setsByHelper has a function that is named for the status and has another one write it, which needs no context.
type setsByHelper struct{ client.Client }

func (r *setsByHelper) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).Complete(r)
}

func (r *setsByHelper) write(volume *corev1.PersistentVolume) error {
	return r.Status().Update(context.Background(), volume)
}

func (r *setsByHelper) updateStatus(volume *corev1.PersistentVolume) error { return r.write(volume) }

func (r *setsByHelper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	volume := &corev1.PersistentVolume{}
	if err := r.Get(ctx, req.NamespacedName, volume); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	now := metav1.Now()
	volume.Status.LastPhaseTransitionTime = &now
	return ctrl.Result{}, r.updateStatus(volume) // want RL4006:"volume.Status.LastPhaseTransitionTime of the PersistentVolume is the time"
}
