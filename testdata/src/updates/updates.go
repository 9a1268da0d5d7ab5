// Package updates watches objects that the API server counts no generation for, through filters of many forms.
package updates

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"rllint.test/inert"
	"rllint.test/updates/filters"
	"rllint.test/updates/kept"
	"rllint.test/updates/literals"
)

// Plain has controller-runtime's own predicate.
func Plain(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                                                            // want RL7001:"^no update of a ConfigMap reaches controller apps/v1.Deployment: the filter lets only"
		Owns(&rbacv1.Role{}, builder.MatchEveryOwner, builder.WithPredicates(predicate.NewPredicateFuncs(labelled), predicate.GenerationChangedPredicate{})). // want RL7001:"a Role "
		Owns(&corev1.Service{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                                                              // want RL7001:"a Service "
		Owns(&corev1.Secret{}, builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
		Owns(&corev1.ServiceAccount{}).
		Owns(&rbacv1.RoleBinding{}, builder.WithPredicates(predicate.GenerationChangedPredicate{}, filters.Never)).
		Complete(&inert.Reconciler{})
}

// Composed has predicates of predicates.
func Composed(mgr ctrl.Manager) error {
	list := []predicate.Predicate{predicate.GenerationChangedPredicate{}, predicate.NewPredicateFuncs(labelled)}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}, builder.WithPredicates(predicate.And(predicate.GenerationChangedPredicate{}, predicate.NewPredicateFuncs(labelled)))). // want RL7001:""
		Watches(&corev1.Secret{}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(list...), builder.OnlyMetadata).                           // want RL7001:""
		Watches(&corev1.Namespace{}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(predicate.Or(list...))).
		WatchesMetadata(&corev1.Node{}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(predicate.Not(predicate.Not(list[0])))). // want RL7001:"a Node "
		Owns(&rbacv1.Role{}, builder.WithPredicates(predicate.Or[object](predicate.GenerationChangedPredicate{}, predicate.Not(predicate.Or(list...))))).
		Owns(&corev1.ServiceAccount{}, builder.WithPredicates(predicate.Or[object](predicate.GenerationChangedPredicate{}, predicate.LabelChangedPredicate{}))). // want RL7001:"^of the updates of a ServiceAccount only those of its metadata reach controller core/v1.ConfigMap"
		Complete(&inert.Reconciler{})
}

// Own has predicates of the program's.
func Own(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.WithPredicates(filters.Generation)).
		Owns(&corev1.Secret{}, builder.WithPredicates(filters.Generation)). // want RL7001:""
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Counted)).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.ByKind)).
		Owns(&rbacv1.Role{}, builder.WithPredicates(filters.ByKind)).              // want RL7001:""
		Owns(&rbacv1.RoleBinding{}, builder.WithPredicates(filters.Named("own"))). // want RL7001:""
		Owns(&rbacv1.ClusterRole{}, builder.WithPredicates(filters.Spec{})).       // want RL7001:""
		Owns(&rbacv1.ClusterRole{}, builder.WithPredicates(filters.Later{})).      // want RL7001:""
		Owns(&rbacv1.ClusterRole{}, builder.WithPredicates(filters.Any{})).
		Owns(&corev1.Namespace{}, builder.WithPredicates(filters.Deleted)). // want RL7001:"^no update of a Namespace before its deletion reaches controller apps/v1.Deployment: the filter lets only those pass that delete it or change"
		Owns(&corev1.Namespace{}, builder.WithPredicates(filters.Ends)).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Data)).
		Owns(&corev1.ServiceAccount{}, builder.WithPredicates(filters.Data)). // want RL7001:""
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Labels)).    // want RL7001:"only those of its metadata"
		Watches(&corev1.ConfigMap{}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(filters.Labels)).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Owners)).    // want RL7001:"only those of its metadata"
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(literals.Metadata)). // want RL7001:"only those of its metadata"
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(literals.Data)).
		Owns(&corev1.Namespace{}, builder.WithPredicates(literals.Metadata)).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Copies)).
		Owns(&rbacv1.Role{}, builder.WithPredicates(kept.New("own"))). // want RL7001:"no update of a Role reaches"
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Never)).
		Owns(&corev1.PersistentVolumeClaim{}, builder.WithPredicates(filters.Secrets)). // want RL7001:"^no update of a PersistentVolumeClaim reaches controller apps/v1.Deployment: the filter is for objects of another type"
		Owns(&corev1.Secret{}, builder.WithPredicates(filters.Secrets)).
		Owns(&corev1.Secret{}, builder.WithPredicates(filters.Aliased)).
		Owns(&corev1.Pod{}, builder.OnlyMetadata, builder.WithPredicates(filters.Metadata)).
		Owns(&rbacv1.ClusterRoleBinding{}, builder.WithPredicates(predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:""
			before, ok1 := e.ObjectOld.(*rbacv1.ClusterRoleBinding)
			after, ok2 := e.ObjectNew.(*rbacv1.ClusterRoleBinding)
			return ok1 && ok2 && before.Generation != after.ObjectMeta.Generation
		}})).
		Complete(&inert.Reconciler{})
}

// Filtered filters all that is watched.
func Filtered(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		WithEventFilter(predicate.GenerationChangedPredicate{}). // want RL7001:"an Endpoints or Secret reaches controller apps/v1.Deployment: .* for these kinds"
		Owns(&corev1.Endpoints{}).
		Owns(&corev1.Secret{}).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(filters.Generation)). // want RL7001:"ConfigMap"
		Complete(&inert.Reconciler{})
}

// Alone filters only what has a generation.
func Alone(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).WithEventFilter(predicate.GenerationChangedPredicate{}).Complete(&inert.Reconciler{})
}

// Raw has sources, which the filter of a builder does not reach.
func Raw(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		WithEventFilter(predicate.GenerationChangedPredicate{}).
		WatchesRawSource(source.Kind(mgr.GetCache(), &corev1.Secret{}, &handler.TypedEnqueueRequestForObject[*corev1.Secret]{})).
		WatchesRawSource(source.Kind(mgr.GetCache(), &corev1.Node{}, &handler.TypedEnqueueRequestForObject[*corev1.Node]{}, predicate.TypedGenerationChangedPredicate[*corev1.Node]{})). // want RL7001:"a Node "
		Complete(&inert.Reconciler{})
}

// Sources watches by hand.
func Sources(mgr ctrl.Manager, options controller.Options, strict bool) error {
	c, err := controller.New("sources", mgr, options)
	if err != nil {
		return err
	}
	typed := []predicate.TypedPredicate[*corev1.Node]{
		predicate.TypedGenerationChangedPredicate[*corev1.Node]{},
		predicate.NewTypedPredicateFuncs(func(n *corev1.Node) bool { return n.Spec.Unschedulable }),
	}
	if strict { // chosen
		typed = append(typed, predicate.NewTypedPredicateFuncs(func(n *corev1.Node) bool { return n.Name != "" }))
	}
	if err := c.Watch(source.Kind(mgr.GetCache(), &corev1.Node{}, &handler.TypedEnqueueRequestForObject[*corev1.Node]{}, typed...)); err != nil { // want RL7001:"a Node reaches controller sources"
		return err
	}
	if err := c.Watch(source.Kind(mgr.GetCache(), &corev1.Secret{}, &handler.TypedEnqueueRequestForObject[*corev1.Secret]{}, predicate.TypedGenerationChangedPredicate[*corev1.Secret]{})); err != nil { // want RL7001:"Secret"
		return err
	}
	if err := c.Watch(source.Kind(mgr.GetCache(), &corev1.ConfigMap{}, &handler.TypedEnqueueRequestForObject[*corev1.ConfigMap]{},
		predicate.TypedFuncs[*corev1.ConfigMap]{UpdateFunc: func(e event.TypedUpdateEvent[*corev1.ConfigMap]) bool {
			return e.ObjectOld.Generation != e.ObjectNew.Generation || e.ObjectOld.Data["a"] != e.ObjectNew.Data["a"]
		}})); err != nil {
		return err
	}
	var some []predicate.TypedPredicate[*rbacv1.Role]
	if strict {
		some = append(some, predicate.TypedGenerationChangedPredicate[*rbacv1.Role]{})
	}
	return c.Watch(source.Kind(mgr.GetCache(), &rbacv1.Role{}, &handler.TypedEnqueueRequestForObject[*rbacv1.Role]{}, some...))
}

// Apart has a function that is handed the controller watch for it, and goes on for longer than that function may.
func Apart(mgr ctrl.Manager, r *inert.Reconciler) (sum int, err error) {
	c, err := controller.New("apart", mgr, controller.Options{Reconciler: r})
	if err != nil {
		return 0, err
	}
	if err := watchSecrets(mgr, c); err != nil {
		return 0, err
	}
	for i := range 100_000 {
		sum += i * len(mgr.GetConfig().Host)
	}
	return sum, nil
}

func watchSecrets(mgr ctrl.Manager, c controller.Controller) error {
	return c.Watch(source.Kind(mgr.GetCache(), &corev1.Secret{}, &handler.TypedEnqueueRequestForObject[*corev1.Secret]{}, predicate.TypedGenerationChangedPredicate[*corev1.Secret]{})) // want RL7001:"Secret reaches controller apart"
}

// Dynamic watches objects whose kind is named.
func Dynamic(mgr ctrl.Manager) error {
	for _, kind := range []schema.GroupVersionKind{{Version: "v1", Kind: "ConfigMap"}, {Group: "apps", Version: "v1", Kind: "Deployment"}} {
		watched := &unstructured.Unstructured{}
		watched.SetGroupVersionKind(kind)
		err := ctrl.NewControllerManagedBy(mgr).Named(kind.Kind).
			For(watched, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"a ConfigMap reaches controller ConfigMap"
			Owns(&metav1.PartialObjectMetadata{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
			Complete(&inert.Reconciler{})
		if err != nil {
			return err
		}
	}
	return nil
}

type object = client.Object

func labelled(o object) bool { return o.GetLabels()["watched"] == "true" }
