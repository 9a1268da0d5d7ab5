package selfwake

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A day writes itself down.
type day struct{ of time.Time }

func (d day) Format() string { return d.of.Format(time.DateOnly) }

// writesDate writes the time in a layout with a comma, beside a text of the same name.
type writesDate struct{ client.Client }

func (r *writesDate) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}).Complete(r)
}

func (r *writesDate) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	endpoints := &corev1.Endpoints{}
	if err := r.Get(ctx, req.NamespacedName, endpoints); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	endpoints.Annotations["rllint.test/seen"] = stamp(day{}.Format(), time.Now().Format(time.RFC1123))
	return ctrl.Result{}, r.Update(ctx, endpoints) // want RL4006:"once more, and for ever where a pass takes a second: endpoints.Annotations"
}

func stamp(day, at string) string { return day + " " + at }

// writesParts writes the time with parts of a second.
type writesParts struct{ client.Client }

func (r *writesParts) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.LimitRange{}).Complete(r)
}

func (r *writesParts) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	limits := &corev1.LimitRange{}
	if err := r.Get(ctx, req.NamespacedName, limits); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	limits.Annotations["rllint.test/seen"] = time.Now().Format(time.RFC3339Nano)
	return ctrl.Result{}, r.Update(ctx, limits) // want RL4006:"again, on each pass: limits.Annotations"
}

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
