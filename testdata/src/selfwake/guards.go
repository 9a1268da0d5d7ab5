package selfwake

import (
	"context"
	"fmt"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// starts leaves before its write only for errors, and for what its users ask for.
type starts struct{ client.Client }

func (r *starts) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(r)
}

func (r *starts) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := r.Get(ctx, req.NamespacedName, &claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if claim.Spec.VolumeName == "" {
		return ctrl.Result{}, nil
	}
	if len(claim.Status.Conditions) == 0 {
		claim.Status.Conditions = []corev1.PersistentVolumeClaimCondition{{}}
		if err := r.Status().Update(ctx, &claim); err != nil {
			return ctrl.Result{}, err
		}
	}
	if len(claim.Status.Conditions) > 9 {
		return ctrl.Result{}, fmt.Errorf("too many: %d", len(claim.Status.Conditions))
	}
	claim.Status.Conditions[0].LastTransitionTime = metav1.Now()
	return ctrl.Result{}, r.Status().Update(ctx, &claim) // want RL4006:"claim.Status.Conditions.0..LastTransitionTime of the PersistentVolumeClaim is the time"
}

// claims leaves where it has set the field of the spec that it asks for.
type claims struct{ client.Client }

func (r *claims) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).Complete(r)
}

func (r *claims) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var volume corev1.PersistentVolume
	if err := r.Get(ctx, req.NamespacedName, &volume); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if volume.Spec.StorageClassName != "" {
		return ctrl.Result{}, nil
	}
	volume.Spec.StorageClassName = "standard"
	now := metav1.Now()
	volume.Status.LastPhaseTransitionTime = &now
	return ctrl.Result{}, r.Status().Update(ctx, &volume)
}

// keptCondition gives the condition that it finds a new time.
type keptCondition struct{ client.Client }

func (r *keptCondition) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ReplicationController{}).Complete(r)
}

func (r *keptCondition) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set corev1.ReplicationController
	if err := r.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	ready := corev1.ReplicationControllerCondition{Type: "Ready"}
	for _, condition := range set.Status.Conditions {
		if condition.Type == "Ready" {
			ready = condition
		}
	}
	now := metav1.Now()
	ready.LastTransitionTime = now
	set.Status.Conditions = []corev1.ReplicationControllerCondition{ready}
	return ctrl.Result{}, r.Status().Update(ctx, &set) // want RL4006:"set.Status.Conditions of the ReplicationController is the time"
}

// oldTime gives the condition its old time again.
type oldTime struct{ client.Client }

func (r *oldTime) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&certificatesv1.CertificateSigningRequest{}).Complete(r)
}

func (r *oldTime) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var signing certificatesv1.CertificateSigningRequest
	if err := r.Get(ctx, req.NamespacedName, &signing); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	ready := certificatesv1.CertificateSigningRequestCondition{Type: "Ready"}
	ready.LastUpdateTime = metav1.Now()
	for _, had := range signing.Status.Conditions {
		if had.Type == ready.Type && had.Status == ready.Status {
			ready.LastUpdateTime = had.LastUpdateTime
		}
	}
	signing.Status.Conditions = []certificatesv1.CertificateSigningRequestCondition{ready}
	return ctrl.Result{}, r.Status().Update(ctx, &signing)
}

// readsAgain has a function read the object again, and write that.
type readsAgain struct{ client.Client }

func (r *readsAgain) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&storagev1.VolumeAttachment{}).Complete(r)
}

func (r *readsAgain) say(ctx context.Context, attachment *storagev1.VolumeAttachment) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest := &storagev1.VolumeAttachment{}
		if err := r.Get(ctx, client.ObjectKeyFromObject(attachment), latest); err != nil {
			return err
		}
		latest.Status.AttachError = &storagev1.VolumeError{Time: metav1.Now()}
		return r.Status().Update(ctx, latest)
	})
}

func (r *readsAgain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	attachment := &storagev1.VolumeAttachment{}
	if err := r.Get(ctx, req.NamespacedName, attachment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.say(ctx, attachment) // want RL4006:"latest.Status.AttachError of the VolumeAttachment is the time"
}

// asksFirst compares the object that it was handed before it reads that again.
type asksFirst struct{ client.Client }

func (r *asksFirst) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ReplicationController{}).Complete(r)
}

func (r *asksFirst) say(ctx context.Context, controller *corev1.ReplicationController) error {
	if controller.Status.Replicas > 0 {
		return nil
	}
	latest := &corev1.ReplicationController{}
	if err := r.Get(ctx, client.ObjectKeyFromObject(controller), latest); err != nil {
		return err
	}
	latest.Status.Conditions[0].LastTransitionTime = metav1.Now()
	return r.Status().Update(ctx, latest)
}

func (r *asksFirst) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	controller := &corev1.ReplicationController{}
	if err := r.Get(ctx, req.NamespacedName, controller); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.say(ctx, controller)
}

// handsRequest has a function get the object of the request once more.
type handsRequest struct{ client.Client }

func (r *handsRequest) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ReplicationController{}).Complete(r)
}

func (r *handsRequest) say(ctx context.Context, req ctrl.Request) error {
	controller := &corev1.ReplicationController{}
	if err := r.Get(ctx, req.NamespacedName, controller); err != nil {
		return err
	}
	controller.Status.Conditions[0].LastTransitionTime = metav1.Now()
	return r.Status().Update(ctx, controller)
}

func (r *handsRequest) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	controller := &corev1.ReplicationController{}
	if err := r.Get(ctx, req.NamespacedName, controller); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.say(ctx, req); err != nil { // want RL4006:"controller.Status.Conditions.0..LastTransitionTime of the ReplicationController is the time"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// setsFirst has a function that is named for a status and sets a field of it. The write comes after.
type setsFirst struct{ client.Client }

func (r *setsFirst) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}

func (r *setsFirst) updateStatus(service *corev1.Service) {
	service.Status.Conditions[0].ObservedGeneration = service.Generation
}

func (r *setsFirst) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	service := &corev1.Service{}
	if err := r.Get(ctx, req.NamespacedName, service); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.updateStatus(service)
	service.Status.Conditions[0].LastTransitionTime = metav1.Now()
	return ctrl.Result{}, r.Status().Update(ctx, service) // want RL4006:"service.Status.Conditions.0..LastTransitionTime of the Service is the time .guards.go:"
}
