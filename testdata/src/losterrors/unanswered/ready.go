package unanswered

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// waiting says that all is done where a service is not ready, or comes back for it.
type waiting struct{ client.Client }

func (r *waiting) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func (r *waiting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := new(corev1.Pod)
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !r.nodeReady(ctx, pod) {
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	if !r.addressReady(ctx, pod) {
		log.FromContext(ctx).Info("no address")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Update(ctx, pod)
}

func (r *waiting) addressReady(ctx context.Context, pod *corev1.Pod) bool {
	service := new(corev1.Service)
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), service); err != nil { // want RL4007:"the error of r.Get is lost: addressReady answers as if there were nothing to read"
		log.FromContext(ctx).Error(err, "cannot get the service")
		return false
	}
	return service.Spec.ClusterIP != ""
}

// nodeReady is asked again.
func (r *waiting) nodeReady(ctx context.Context, pod *corev1.Pod) bool {
	node := new(corev1.Node)
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, node); err != nil {
		log.FromContext(ctx).Error(err, "cannot get the node")
		return false
	}
	return node.Spec.PodCIDR != ""
}

// flagging notes that something has failed, and only tells of that.
type flagging struct{ client.Client }

func (r *flagging) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}

func (r *flagging) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pods corev1.PodList
	if err := r.List(ctx, &pods, client.InNamespace(req.Namespace)); err != nil {
		return ctrl.Result{}, err
	}
	failed := false
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of r.Update is lost"
			log.FromContext(ctx).Error(err, "cannot update")
			failed = true
		}
	}
	if failed {
		log.FromContext(ctx).Info("some have failed")
	}
	return r.acts(ctx, &pods)
}

// acts does something about it.
func (r *flagging) acts(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	failed := false
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			log.FromContext(ctx).Error(err, "cannot update")
			failed = true
		}
	}
	if failed {
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	return ctrl.Result{}, nil
}
