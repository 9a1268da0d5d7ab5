// Command longwork has a reconciler that does more than is followed, in a program in which nothing asks a limiter.
package main

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"has no limit besides its queue.s"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).Named("long").For(&corev1.Pod{}).Complete(&reconciler{mgr.GetClient(), mgr.GetConfig()}))
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
