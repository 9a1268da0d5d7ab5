package looked

import (
	"context"
	"reflect"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/updates/looked/api"
)

// shut has filters that hold back what changes with something else.
type shut struct{ client.Client }

func (r *shut) SetUp(mgr ctrl.Manager) error {
	written := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"this filter holds back each update that changes Status of a Stage, whatever else that changes"
		after, ok := e.ObjectNew.(*api.Stage)
		before, was := e.ObjectOld.(*api.Stage)
		if ok && was && !reflect.DeepEqual(after.Status, before.Status) {
			return false
		}
		return true
	}}
	moved := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"each update that changes Spec.Mode of a Stage, whatever else"
		return e.ObjectNew.(*api.Stage).Spec.Mode == e.ObjectOld.(*api.Stage).Spec.Mode
	}}
	sized := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"each update that changes Spec.Limits.Size of a Stage, whatever else"
		return e.ObjectNew.(*api.Stage).Spec.Limits.Size == e.ObjectOld.(*api.Stage).Spec.Limits.Size
	}}
	both := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		after, before := e.ObjectNew.(*api.Stage), e.ObjectOld.(*api.Stage)
		return after.Spec.Mode == before.Spec.Mode || after.Spec.Replicas == before.Spec.Replicas
	}}
	fresh := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		after, before := e.ObjectNew.(*api.Stage), e.ObjectOld.(*api.Stage)
		return after.Generation != before.Generation || reflect.DeepEqual(after.Status, before.Status)
	}}
	if err := ctrl.NewControllerManagedBy(mgr).Named("written").
		For(&api.Stage{}, builder.WithPredicates(written)).
		Complete(r); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("moved").
		For(&api.Stage{}, builder.WithPredicates(moved)).
		Complete(r); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("sized").
		For(&api.Stage{}, builder.WithPredicates(sized)).
		Complete(r); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("both").
		For(&api.Stage{}, builder.WithPredicates(both)). // two of which one may change
		Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).Named("fresh").
		For(&api.Stage{}, builder.WithPredicates(fresh)). // which lets a change of the generation pass
		Complete(r)
}

func (r *shut) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &api.Stage{}))
}
