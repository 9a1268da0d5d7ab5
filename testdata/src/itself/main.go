// Command itself has reconcilers that take tokens themselves, in their own Reconcile.
package main

import (
	"context"
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	calls := flag.Int("cloud-calls", 10, "calls of the cloud per second")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	cloud := rate.NewLimiter(rate.Limit(*calls), *calls)

	check(build(mgr, o, "wrapped", &corev1.Pod{}).Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)))

	// A reconciler that takes its token first is as limited as one in middleware.
	check(build(mgr, o, "first", &corev1.Node{}).Complete(&waiting{limiter: o.Global, work: mgr.GetClient()}))

	// One that takes it only for what is left to do reads without a token.
	check(build(mgr, o, "late", &corev1.Secret{}).Complete(&late{limiter: o.Global, work: mgr.GetClient()})) // want RL1002:"does not always ask .*late asks it itself, but not on all ways"

	// A limiter of something else than reconciles is no limit on these.
	check(build(mgr, o, "calls", &corev1.Service{}).Complete(&waiting{limiter: cloud, work: mgr.GetClient()})) // want RL1002:"never asks"

	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// waiting takes a token, and then does its work.
type waiting struct {
	limiter *rate.Limiter
	work    client.Client
}

func (w *waiting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := w.limiter.Wait(ctx); err != nil {
		return ctrl.Result{}, err
	}
	var pod corev1.Pod
	return ctrl.Result{}, client.IgnoreNotFound(w.work.Get(ctx, req.NamespacedName, &pod))
}

// late takes a token only before it deletes.
type late struct {
	limiter *rate.Limiter
	work    client.Client
}

func (l *late) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := l.work.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if pod.Spec.NodeName == "" {
		return ctrl.Result{}, nil
	}
	if err := l.limiter.Wait(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, l.work.Delete(ctx, &pod)
}

func build(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o.ForControllerRuntime())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
