// Command limited has reconcilers that do more than is followed: what comes to no limiter and no other reconciler is left out then.
package main

import (
	"context"
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()
	o := limits.NewOptions(*rps)
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	r := &reconciler{mgr.GetClient(), mgr.GetConfig()}
	check(ctrl.NewControllerManagedBy(mgr).Named("bare").For(&corev1.Pod{}).WithOptions(o.ForControllerRuntime()).
		Complete(r)) // want RL1002:"bare"
	check(ctrl.NewControllerManagedBy(mgr).Named("wrapped").For(&corev1.Node{}).WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(r, o.Global)))
	check(ctrl.NewControllerManagedBy(mgr).Named("after").For(&corev1.Secret{}).WithOptions(o.ForControllerRuntime()).
		Complete(&preparing{limits.NewReconciler(r, o.Global), r}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

type reconciler struct {
	client client.Client
	config *rest.Config
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.client.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return apply(ctx, r.client, &pod, r.config)
}

// preparing does much before it calls the reconciler that it wraps.
type preparing struct {
	reconcile.Reconciler
	of *reconciler
}

func (p *preparing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, err := apply(ctx, p.of.client, new(corev1.Pod), p.of.config); err != nil {
		return ctrl.Result{}, err
	}
	return p.Reconciler.Reconcile(ctx, req)
}

// apply does the work. Tests replace it.
var apply = func(ctx context.Context, c client.Client, pod *corev1.Pod, config *rest.Config) (ctrl.Result, error) {
	for i := 0; i < 150_000; i++ {
		steps[i%2](pod, config)
	}
	return ctrl.Result{}, c.Update(ctx, pod)
}

var steps = []func(*corev1.Pod, *rest.Config){
	func(pod *corev1.Pod, config *rest.Config) { pod.Namespace = config.Host },
	func(pod *corev1.Pod, _ *rest.Config) { pod.Generation++ },
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
