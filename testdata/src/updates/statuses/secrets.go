package statuses

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/updates/statuses/rendered"
)

// logins reads the data of secrets, and an annotation of its own objects, by functions of another package.
type logins struct{ client.Client }

func (r *logins) SetUp(mgr ctrl.Manager) error {
	desired := predicate.Or(predicate.GenerationChangedPredicate{}, predicate.LabelChangedPredicate{})
	return ctrl.NewControllerManagedBy(mgr).
		Named("logins").
		For(&appsv1.ReplicaSet{}, builder.WithPredicates(desired)).                                               // want RL7001:"only an annotation of a ReplicaSet"
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(r.all), builder.WithPredicates(desired)). // of which only the name is read
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.all), builder.WithPredicates(desired)).    // want RL7001:"no update that changes only the data of a Secret reaches this controller, which reads that .secrets.go:\\d+."
		Complete(r)
}

func (r *logins) all(context.Context, client.Object) []ctrl.Request { return nil }

func (r *logins) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set, secret, config := &appsv1.ReplicaSet{}, &corev1.Secret{}, &corev1.ConfigMap{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil || rendered.Paused(set) || rendered.Name(config) == "" {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Get(ctx, req.NamespacedName, secret); err != nil {
		return ctrl.Result{}, err
	}
	if rendered.Password(secret) == "" {
		return ctrl.Result{}, r.Create(ctx, &corev1.Pod{})
	}
	return ctrl.Result{}, nil
}

// onHold hands its annotations on, to a function of another package and to one of its own.
type onHold struct{ client.Client }

func (r *onHold) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("hold").
		For(&appsv1.StatefulSet{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only an annotation of a StatefulSet"
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only a label of a Deployment"
		Complete(r)
}

func (r *onHold) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set, d := &appsv1.StatefulSet{}, &appsv1.Deployment{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil || rendered.OnHold(set.GetAnnotations()) || rendered.Size(d.GetAnnotations()) > 1 {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Get(ctx, req.NamespacedName, d); err != nil || isStopped(d.Labels) {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.Pod{})
}

func isStopped(labels map[string]string) bool { return labels["example.org/stopped"] != "" }

// handsOn hands its annotations on to a function that hands them on.
type handsOn struct{ client.Client }

func (r *handsOn) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("hands").
		For(&appsv1.StatefulSet{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only an annotation of a StatefulSet"
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Complete(r)
}

func (r *handsOn) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set, d := &appsv1.StatefulSet{}, &appsv1.Deployment{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	annotations := set.GetAnnotations()
	if r.rolls(annotations, 3) || count(d.Labels, 3) > 1 {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.Pod{})
}

func (r *handsOn) rolls(annotations map[string]string, tries int) bool {
	return tries > 0 && (isRolled(annotations) || r.rolls(annotations, tries-1))
}

func isRolled(annotations map[string]string) bool {
	value, found := annotations["example.org/rolled"]
	return found && value == "true"
}

// count looks nothing up.
func count(labels map[string]string, tries int) int {
	if tries == 0 {
		return len(labels)
	}
	return count(labels, tries-1)
}
