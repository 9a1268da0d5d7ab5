// Package statuses reads the statuses of objects whose changes do not all reach it.
package statuses

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.ReplicaSet{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                          // want RL7001:"only the status of a ReplicaSet"
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                         // want RL7001:"no update that changes only the status of a Deployment reaches this controller, which reads that .statuses.go:\\d+."
		Owns(&appsv1.StatefulSet{}, builder.WithPredicates(predicate.And(predicate.GenerationChangedPredicate{}, filter))). // want RL7001:"the status of a StatefulSet"
		Owns(&appsv1.DaemonSet{}, builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, filter))).    // which lets changes of the status pass
		Owns(&batchv1.Job{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                               // whose status is only set
		Complete(r)
}

var filter = predicate.NewPredicateFuncs(func(client.Object) bool { return true })

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set, d, s, n, job := &appsv1.ReplicaSet{}, &appsv1.Deployment{}, &appsv1.StatefulSet{}, &appsv1.DaemonSet{}, &batchv1.Job{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	ready := d.Status.ReadyReplicas == set.Status.Replicas && s.Status.ReadyReplicas > 0 && n.Status.NumberReady > 0
	job.Status.Active = 1
	if !ready {
		return ctrl.Result{}, r.Update(ctx, job)
	}
	return ctrl.Result{}, nil
}

// A keeper's filter is for all that it watches, and it reads an annotation that users set.
type keeper struct{ client.Client }

func (k *keeper) SetUp(mgr ctrl.Manager) error {
	changed := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"only a label of a Node reaches controller keeper, which reads that .statuses.go:85."
		before, ok1 := e.ObjectOld.(*corev1.Node)
		after, ok2 := e.ObjectNew.(*corev1.Node)
		return ok1 && ok2 && (before.Spec.Unschedulable != after.Spec.Unschedulable || !reflect.DeepEqual(before.Spec.Taints, after.Spec.Taints))
	}}
	return ctrl.NewControllerManagedBy(mgr).
		Named("keeper").
		For(&appsv1.ControllerRevision{}). // want RL7001:"only a label or an annotation of a ControllerRevision reaches this controller, which reads that .statuses.go:\\d+."
		Owns(&corev1.Pod{}).               // whose annotation the keeper sets itself
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(k.all), builder.WithPredicates(changed)).
		WithEventFilter(predicate.Or(predicate.GenerationChangedPredicate{}, changed)).
		Complete(k)
}

const paused, seen = "example.org/paused", "example.org/seen"

func (k *keeper) all(context.Context, client.Object) []ctrl.Request { return nil }

func (k *keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var revision appsv1.ControllerRevision
	if err := k.Get(ctx, req.NamespacedName, &revision); err != nil || revision.Annotations[paused] != "" || revision.Labels["shard"] != "" {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var pod corev1.Pod
	if err := k.Get(ctx, req.NamespacedName, &pod); err != nil || pod.GetAnnotations()[seen] == revision.Name {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var node corev1.Node
	if err := k.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, &node); err != nil {
		return ctrl.Result{}, err
	}
	labels := node.GetLabels()
	pod.Annotations = map[string]string{seen: revision.Name, "in": labels["zone"]}
	return ctrl.Result{}, k.Update(ctx, &pod)
}

// A sizer's filter names one field of what it is for, and the sizer reads two.
type sizer struct{ client.Client }

func (s *sizer) SetUp(mgr ctrl.Manager) error {
	changed := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"no update that changes only Spec.PodManagementPolicy of a StatefulSet reaches controller apps/v1.StatefulSet, which reads that"
		before, ok := e.ObjectOld.(*appsv1.StatefulSet)
		if !ok {
			return true
		}
		after, ok := e.ObjectNew.(*appsv1.StatefulSet)
		return !ok || before.Spec.ServiceName != after.Spec.ServiceName || before.DeletionTimestamp != after.DeletionTimestamp
	}}
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.StatefulSet{}).
		WithEventFilter(changed).
		Complete(s)
}

func (s *sizer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set appsv1.StatefulSet
	if err := s.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if set.Spec.ServiceName == "" || set.Spec.PodManagementPolicy == appsv1.ParallelPodManagement {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, s.Create(ctx, &corev1.Service{ObjectMeta: set.ObjectMeta})
}

// A twice hears of all that happens to its own objects, and of some changes of others of that kind.
type twice struct{ client.Client }

func (t *twice) SetUp(mgr ctrl.Manager) error {
	if err := ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.StatefulSet{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only an annotation or the status of a StatefulSet"
		Named("neither").
		Watches(&appsv1.StatefulSet{}, handler.EnqueueRequestsFromMapFunc(t.next), builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Complete(t); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.StatefulSet{}).
		Named("twice").
		Watches(&appsv1.StatefulSet{}, handler.EnqueueRequestsFromMapFunc(t.next), builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Complete(t)
}

func (t *twice) next(context.Context, client.Object) []ctrl.Request { return nil }

func (t *twice) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set appsv1.StatefulSet
	if err := t.Get(ctx, req.NamespacedName, &set); err != nil || set.Annotations[paused] != "" || set.Status.ReadyReplicas == 0 {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, t.Delete(ctx, &set)
}

// A publisher's filter compares specs of objects whose statuses Kubernetes writes, and one is for a source alone.
type publisher struct{ client.Client }

func (p *publisher) SetUp(mgr ctrl.Manager) error {
	nodes := source.Kind(mgr.GetCache(), &corev1.Node{}, &handler.TypedEnqueueRequestForObject[*corev1.Node]{},
		predicate.TypedFuncs[*corev1.Node]{UpdateFunc: func(e event.TypedUpdateEvent[*corev1.Node]) bool { // want RL7001:"only a label of a Node reaches"
			return e.ObjectOld.Spec.Unschedulable != e.ObjectNew.Spec.Unschedulable
		}})
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.DaemonSet{}, builder.WithPredicates(predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"no update that changes only the status of a DaemonSet reaches"
			return !reflect.DeepEqual(e.ObjectOld.(*appsv1.DaemonSet).Spec, e.ObjectNew.(*appsv1.DaemonSet).Spec)
		}})).
		WatchesRawSource(nodes).
		Complete(p)
}

func (p *publisher) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set appsv1.DaemonSet
	if err := p.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var node corev1.Node
	if err := p.Get(ctx, client.ObjectKey{Name: set.Spec.Template.Spec.NodeName}, &node); err != nil {
		return ctrl.Result{}, err
	}
	config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: set.Namespace, Name: set.Name + node.Labels["zone"]}}
	if set.Status.NumberReady > 0 {
		return ctrl.Result{}, client.IgnoreAlreadyExists(p.Create(ctx, config))
	}
	return ctrl.Result{}, client.IgnoreNotFound(p.Delete(ctx, config))
}

// A claimer ends its pass with the finalizer, and waits for an event that its filter holds back.
type claimer struct{ client.Client }

func (c *claimer) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"holds back the update that adds a finalizer to a CronJob, and a pass ends with that update .statuses.go:\\d+."
		Complete(c)
}

func (c *claimer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.CronJob
	if err := c.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(&job, paused) {
		if err := c.Update(ctx, &job); err != nil {
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, c.Create(ctx, &corev1.Service{ObjectMeta: job.ObjectMeta})
}

// A claims does so by a function that adds the finalizer and writes the object.
type claims struct{ client.Client }

func (c *claims) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"holds back the update that adds a finalizer to a CronJob, and a pass ends with that update .statuses.go:\\d+."
		Named("claims").
		Complete(c)
}

func (c *claims) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.CronJob
	if err := c.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(&job, paused) {
		return ctrl.Result{}, claim(ctx, c.Client, &job)
	}
	return ctrl.Result{}, c.Create(ctx, &corev1.Service{ObjectMeta: job.ObjectMeta})
}

func claim(ctx context.Context, c client.Client, of client.Object) error {
	controllerutil.AddFinalizer(of, paused)
	return c.Update(ctx, of)
}

// A patient one writes something else, which brings it back.
type patient struct{ client.Client }

func (p *patient) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Named("patient").
		Complete(p)
}

func (p *patient) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.CronJob
	if err := p.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(&job, paused) {
		return ctrl.Result{}, note(ctx, p.Client, &job, &corev1.ConfigMap{}) // the object is only looked at
	}
	if err := claim(ctx, p.Client, &job); err != nil { // and goes on where that went well
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, p.Create(ctx, &corev1.Service{ObjectMeta: job.ObjectMeta})
}

func note(ctx context.Context, c client.Client, of, in client.Object) error {
	in.SetName(of.GetName())
	return c.Create(ctx, in)
}

// A steady one asks for the request again, or goes on, and asks for an annotation that the package sets itself.
type steady struct{ client.Client }

func (s *steady) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Named("steady").
		Complete(s)
}

func (s *steady) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.CronJob
	if err := s.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if controllerutil.AddFinalizer(&job, paused) || marked(&job, seen) {
		return ctrl.Result{Requeue: true}, s.Update(ctx, &job)
	}
	if controllerutil.AddFinalizer(&job, seen) {
		if err := s.Update(ctx, &job); err != nil {
			return ctrl.Result{}, err
		}
	}
	if controllerutil.AddFinalizer(&job, labels.FormatLabels(job.Labels)) {
		job.Spec.Suspend = new(bool) // which changes the generation
		return ctrl.Result{}, s.Update(ctx, &job)
	}
	return ctrl.Result{}, s.Create(ctx, &corev1.Service{ObjectMeta: job.ObjectMeta})
}

// A marker asks for an annotation by a helper that is handed the key.
type marker struct{ client.Client }

func (m *marker) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.Job{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"only an annotation of a Job reaches this controller, which reads that .statuses.go:\\d+."
		Complete(m)
}

func (m *marker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	if err := m.Get(ctx, req.NamespacedName, &job); err != nil || marked(&job, "example.org/rotate") {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, m.Delete(ctx, &job)
}

func marked(of client.Object, key string) bool {
	annotations := of.GetAnnotations()
	return annotations != nil && annotations[key] == "true"
}
