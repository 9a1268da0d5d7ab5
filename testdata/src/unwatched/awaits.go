package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// awaits is for Pods and watches Nodes: what it reads besides may come later.
type awaits struct{ client.Client }

func (r *awaits) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Owns(&corev1.Node{}).Named("awaits").Complete(r)
}

func (r *awaits) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	if pod.DeletionTimestamp != nil {
		return r.remove(ctx, &pod)
	}
	var node corev1.Node
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, &node); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil // which it watches
		}
		return ctrl.Result{}, err
	}
	var account corev1.ServiceAccount
	if err := r.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: pod.Spec.ServiceAccountName}, &account); err != nil { // want RL7003:"where this ServiceAccount is missing the request counts as done, and controller awaits watches none: nothing brings the request back once there is one; watch them, or return a RequeueAfter"
		if apierrors.IsNotFound(err) {
			pod.Status.Message = "no account"
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	var claim corev1.PersistentVolumeClaim
	if err := r.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: pod.Name}, &claim); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil // it may have nothing to do without
		}
		return ctrl.Result{}, err
	}
	var volume corev1.PersistentVolume
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, &volume); apierrors.IsNotFound(err) { // want RL7003:"where this PersistentVolume is missing"
		pod.Status.Message = "no volume"
		return ctrl.Result{}, nil
	} else if err != nil {
		return ctrl.Result{}, err
	}
	var quota corev1.ResourceQuota
	if err := r.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: "all"}, &quota); err != nil { // want RL7003:"where this ResourceQuota is missing"
		if apierrors.IsNotFound(err) {
			return r.fail(ctx, &pod, "no quota")
		}
		return ctrl.Result{}, err
	}
	var space corev1.Namespace
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Namespace}, &space); err != nil { // want RL7003:"where this Namespace is not ready .line 71. the request counts as done, and controller awaits watches none: nothing brings the request back once it is"
		return ctrl.Result{}, err
	}
	active := space.Status.Phase == corev1.NamespaceActive
	if !active {
		return r.fail(ctx, &pod, "waits for its namespace")
	}
	if node.Status.Phase != corev1.NodeRunning {
		return r.fail(ctx, &pod, "waits for its node") // which it watches
	}
	var secret corev1.Secret
	if err := r.Get(ctx, client.ObjectKey{Namespace: pod.Namespace, Name: pod.Name}, &secret); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, r.Create(ctx, &corev1.Secret{ObjectMeta: pod.ObjectMeta})
		}
		return ctrl.Result{}, err
	}
	if err := r.Update(ctx, &secret); apierrors.IsNotFound(err) { // which is another error than that of a read
		pod.Status.Message = "no secret any more"
		return ctrl.Result{}, nil
	} else if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// fail says in the status what there is to wait for.
func (r *awaits) fail(ctx context.Context, pod *corev1.Pod, text string) (ctrl.Result, error) {
	pod.Status.Message = text
	return ctrl.Result{}, r.Status().Update(ctx, pod)
}

func (r *awaits) remove(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), &claim); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Delete(ctx, &claim)
}
