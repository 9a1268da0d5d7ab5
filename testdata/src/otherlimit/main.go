// Command otherlimit has limiters, but none of reconciles: one says how often the server is asked for its kinds.
package main

import (
	"context"
	"log"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit spans"
	check(err)
	check(setupPods(mgr, newKinds()))
	check(setupNodes(mgr))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func newKinds() *kinds { return &kinds{limiter: rate.NewLimiter(rate.Every(time.Second), 20)} }

func setupPods(mgr ctrl.Manager, kinds *kinds) error {
	r := &base[*corev1.Pod]{Client: mgr.GetClient(), empty: &corev1.Pod{}, delegate: &podReconciler{}, cleanUp: kinds.refresh}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func setupNodes(mgr ctrl.Manager) error {
	r := &base[*corev1.Node]{Client: mgr.GetClient(), empty: &corev1.Node{}, delegate: &nodeReconciler{}}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

// A base reads the object, and hands it to a reconciler of its own.
type base[T client.Object] struct {
	client.Client
	empty    T
	cleanUp  func()
	delegate interface {
		Reconcile(ctx context.Context, object T) (ctrl.Result, error)
	}
}

func (b *base[T]) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := b.Get(ctx, req.NamespacedName, b.empty); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !b.empty.GetDeletionTimestamp().IsZero() && b.cleanUp != nil {
		b.cleanUp()
		return ctrl.Result{}, nil
	}
	return b.delegate.Reconcile(ctx, b.empty)
}

type podReconciler struct{}

func (*podReconciler) Reconcile(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

type nodeReconciler struct{}

func (*nodeReconciler) Reconcile(ctx context.Context, node *corev1.Node) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

type kinds struct {
	limiter *rate.Limiter
	known   int
}

func (k *kinds) refresh() {
	if k.limiter.Allow() {
		k.known = 0
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
