// Package mapped maps objects to requests by what not all of their changes tell of.
package mapped

import (
	"context"
	"reflect"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/updates/looked/api"
	"rllint.test/updates/mapped/nodes"
)

type reconciler struct {
	client.Client
	nodes nodes.Teller
}

func (r *reconciler) SetUp(mgr ctrl.Manager) error {
	replicas := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"only an annotation of a StatefulSet reaches controller batch/v1.Job, which reads that .mapped.go:\\d+."
		before, after := e.ObjectOld.(*appsv1.StatefulSet), e.ObjectNew.(*appsv1.StatefulSet)
		return before.Status.ReadyReplicas != after.Status.ReadyReplicas
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.Job{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Watches(&appsv1.StatefulSet{}, handler.EnqueueRequestsFromMapFunc(r.annotated()), builder.WithPredicates(replicas)).
		Watches(&appsv1.Deployment{}, handler.EnqueueRequestsFromMapFunc(r.selected), builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only a label of a Deployment"
		Watches(&corev1.ReplicationController{}, handler.EnqueueRequestsFromMapFunc(r.sized), builder.WithPredicates(scaled)).
		Watches(&appsv1.DaemonSet{}, handler.EnqueueRequestsFromMapFunc(named), builder.WithPredicates(predicate.GenerationChangedPredicate{})).         // which are mapped by their names
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(named), builder.WithPredicates(predicate.Or(unscheduled, predicate.Not(anyObject)))). // want RL7001:"only the status of a Node reaches this controller, which reads that .mapped.go:\\d+."
		Complete(r)
}

var anyObject = predicate.NewPredicateFuncs(func(client.Object) bool { return true })

var unscheduled = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	before, after := e.ObjectOld.(*corev1.Node), e.ObjectNew.(*corev1.Node)
	return !reflect.DeepEqual(before.Spec, after.Spec)
}}

var scaled = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"only Spec.MinReadySeconds of a ReplicationController reaches controller batch/v1.Job"
	before, after := e.ObjectOld.(*corev1.ReplicationController), e.ObjectNew.(*corev1.ReplicationController)
	return before.Spec.Replicas != after.Spec.Replicas
}}

// sized maps by a field that the filter looks at, and one that it does not. Reconcile reads a third one.
func (r *reconciler) sized(_ context.Context, object client.Object) []ctrl.Request {
	set := object.(*corev1.ReplicationController)
	if set.Spec.Replicas == nil || set.Spec.MinReadySeconds == 0 {
		return nil
	}
	return []ctrl.Request{{NamespacedName: client.ObjectKeyFromObject(object)}}
}

// annotated maps by each annotation that begins as some do.
func (r *reconciler) annotated() handler.MapFunc {
	return func(_ context.Context, object client.Object) (list []ctrl.Request) {
		for key := range object.GetAnnotations() {
			if namespace, name, ok := strings.Cut(strings.TrimPrefix(key, "jobs/"), "."); ok {
				list = append(list, ctrl.Request{NamespacedName: types.NamespacedName{Namespace: namespace, Name: name}})
			}
		}
		return list
	}
}

// selected maps to the jobs whose selector has the object.
func (r *reconciler) selected(ctx context.Context, object client.Object) (list []ctrl.Request) {
	var jobs batchv1.JobList
	if r.List(ctx, &jobs) != nil {
		return nil
	}
	for _, job := range jobs.Items {
		if labels.SelectorFromSet(job.Spec.Selector.MatchLabels).Matches(labels.Set(object.GetLabels())) {
			list = append(list, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(&job)})
		}
	}
	return list
}

func named(_ context.Context, object client.Object) []ctrl.Request {
	return []ctrl.Request{{NamespacedName: client.ObjectKeyFromObject(object)}}
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	if err := r.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var node corev1.Node
	if err := r.Get(ctx, types.NamespacedName{Name: job.Spec.Template.Spec.NodeName}, &node); err != nil || !r.nodes.Ready(&node) {
		return ctrl.Result{}, err
	}
	var set corev1.ReplicationController
	if err := r.Get(ctx, req.NamespacedName, &set); err != nil || set.Spec.Template == nil {
		return ctrl.Result{}, err
	}
	for key := range job.Labels { // which it sets itself
		if strings.HasPrefix(key, "old/") {
			delete(job.Labels, key)
		}
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.Pod{Spec: job.Spec.Template.Spec})
}

// other maps the same objects by what the filter of reconciler does not look at, and has none itself.
type other struct{ client.Client }

func (o *other) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("other").
		For(&batchv1.Job{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Watches(&appsv1.DaemonSet{}, handler.EnqueueRequestsFromMapFunc(o.labelled)).
		Complete(o)
}

func (o *other) labelled(_ context.Context, object client.Object) []ctrl.Request {
	if object.GetLabels()["other"] == "" {
		return nil
	}
	return []ctrl.Request{{NamespacedName: client.ObjectKeyFromObject(object)}}
}

func (o *other) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// tells sets the phase of stages, which it reads for that alone.
type tells struct{ client.Client }

func (t *tells) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("tells").
		For(&batchv1.Job{}).
		Watches(&api.Stage{}, handler.EnqueueRequestsFromMapFunc(named), builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Complete(t)
}

func (t *tells) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var stage api.Stage
	if err := t.Get(ctx, req.NamespacedName, &stage); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if stage.Status.SetPhase("Ready") || stage.Status.Phase == "" {
		return ctrl.Result{}, t.Status().Update(ctx, &stage)
	}
	return ctrl.Result{}, nil
}

// wraps reads an annotation of what its own type embeds.
type wraps struct{ client.Client }

type wrapped struct {
	*api.Stage
	jobs []batchv1.Job
}

func (w *wraps) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Stage{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only an annotation of a Stage reaches this controller, which reads that"
		Complete(w)
}

func (w *wraps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	of := &wrapped{Stage: new(api.Stage)}
	if err := w.Get(ctx, req.NamespacedName, of.Stage); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if of.Annotations["stages/paused"] != "" {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, w.List(ctx, &batchv1.JobList{Items: of.jobs})
}
