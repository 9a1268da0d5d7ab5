package losterrors

import (
	"context"

	"github.com/fsnotify/fsnotify"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// forgets tells of the error of a library's function, which may change nothing but memory.
type forgets struct {
	client.Client
	watched *fsnotify.Watcher
}

func (r *forgets) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func (r *forgets) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.watched.Remove(pod.Name); err != nil {
		log.FromContext(ctx).Error(err, "cannot end the watch")
	}
	return ctrl.Result{}, nil
}
