// Package left makes its controller by hand, and has left what a generator wrote for that.
package left

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"rllint.test/inert"
)

type reconciler struct{ inert.Reconciler }

// Add is what the program calls.
func Add(mgr ctrl.Manager) error {
	c, err := controller.New("left", mgr, controller.Options{Reconciler: &reconciler{}})
	if err != nil {
		return err
	}
	return c.Watch(source.Kind(mgr.GetCache(), &corev1.Pod{}, &handler.TypedEnqueueRequestForObject[*corev1.Pod]{}))
}

// SetupWithManager is called by nobody.
func (r *reconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Complete(r)
}
