// Package kinds sets up controllers of any kind.
package kinds

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"rllint.test/limits"
)

// A Reconciler reconciles one kind.
type Reconciler[T client.Object] struct{ client client.Client }

// Reconcile does nothing.
func (r Reconciler[T]) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

// Setup adds a controller of T to mgr.
func Setup[T client.Object](mgr ctrl.Manager, o limits.Options, kind T) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(Reconciler[T]{mgr.GetClient()}, o.Global))
}

// SetupSlow adds a controller of T to mgr.
func SetupSlow[T client.Object](mgr ctrl.Manager, o limits.Options, kind T) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(Reconciler[T]{mgr.GetClient()}, o.Global))
}

// SetupBare adds a controller of T to mgr without limits.
func SetupBare[T client.Object](mgr ctrl.Manager, kind T) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(kind).
		Complete(Reconciler[T]{mgr.GetClient()}) // want RL1001:"retried after 5 ms" RL1002:"never ask"
}

// A Factory sets up controllers of T with reconcilers of type R.
type Factory[T client.Object, R reconcile.Reconciler] struct {
	Options    limits.Options
	Reconciler R
}

// Setup adds a controller to mgr, without the middleware.
func (f Factory[T, R]) Setup(mgr ctrl.Manager, kind T) error {
	b := ctrl.NewControllerManagedBy(mgr).For(kind)
	b = with(b, f.Options)
	return b.Complete(f.Reconciler)
}

func with[R comparable](b *builder.TypedBuilder[R], o limits.Options) *builder.TypedBuilder[R] {
	return b.WithOptions(controller.TypedOptions[R]{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		RateLimiter:             backoff[R](),
	})
}

func backoff[R comparable]() workqueue.TypedRateLimiter[R] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[R](time.Second, time.Minute)
}

// A Shard is a request of a controller that reconciles no objects.
type Shard struct{ Index int }

// SetupTyped adds two controllers of shards to mgr, of which one is limited.
func SetupTyped(mgr ctrl.Manager, o limits.Options) error {
	limited := func(ctx context.Context, _ Shard) (reconcile.Result, error) {
		return reconcile.Result{}, o.Global.Wait(ctx)
	}
	inert := reconcile.TypedFunc[Shard](func(context.Context, Shard) (reconcile.Result, error) {
		return reconcile.Result{}, nil
	})
	watch := source.TypedFunc[Shard](func(context.Context, workqueue.TypedRateLimitingInterface[Shard]) error { return nil })

	err := with(builder.TypedControllerManagedBy[Shard](mgr).Named("shard").WatchesRawSource(watch), o).
		Complete(before(limited, inert))
	if err != nil {
		return err
	}
	c, err := controller.NewTyped("bare-shard", mgr, controller.TypedOptions[Shard]{ // want RL1001:"retried after 5 ms" RL1002:"never ask"
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		Reconciler:              inert,
	})
	if err != nil {
		return err
	}
	return c.Watch(watch)
}

func before[R comparable](limit func(context.Context, R) (reconcile.Result, error), inner reconcile.TypedReconciler[R]) reconcile.TypedReconciler[R] {
	return reconcile.TypedFunc[R](func(ctx context.Context, request R) (reconcile.Result, error) {
		if _, err := limit(ctx, request); err != nil {
			return reconcile.Result{}, err
		}
		return inner.Reconcile(ctx, request)
	})
}
