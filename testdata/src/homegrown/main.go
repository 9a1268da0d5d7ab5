// Command homegrown wraps reconcilers in middleware of its own kinds, with a
// limiter that all share, or with one that a single reconciler keeps.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/homegrown/bucket"
	"rllint.test/homegrown/middleware"
	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	r := &inert.Reconciler{}
	queue := &workqueue.TypedBucketRateLimiter[string]{Limiter: o.Global}
	shared := middleware.Shared{Limiter: o.Global}

	check(build(mgr, o, "wait", &corev1.ConfigMap{}).Complete(limits.NewReconciler(r, o.Global)))
	check(build(mgr, o, "allow", &corev1.Secret{}).Complete(&middleware.Allow{Inner: r, Limiter: o.Global}))
	check(build(mgr, o, "reserve", &corev1.Service{}).Complete(middleware.Reserve(r, o.Global)))
	check(build(mgr, o, "when", &corev1.Pod{}).Complete(middleware.NewWhen("when", r, queue)))
	check(build(mgr, o, "method", &corev1.Node{}).Complete(shared.Wrap(r)))
	check(build(mgr, o, "function", &corev1.Namespace{}).Complete(reconcile.Func(
		func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
			if err := o.Global.WaitN(ctx, 1); err != nil {
				return reconcile.Result{}, err
			}
			return r.Reconcile(ctx, req)
		})))
	check(build(mgr, o, "interface", &corev1.Endpoints{}).Complete(&bucket.Reconciler{Inner: r, Bucket: bucket.New(o.Global)}))

	costly := &bucket.Interval{Every: time.Second / time.Duration(*rps)}
	check(build(mgr, o, "costly", &corev1.PodTemplate{}).Complete(&middleware.Costly{Inner: r, Bucket: costly}))
	check(build(mgr, o, "costly-too", &corev1.ResourceQuota{}).Complete(&middleware.Costly{Inner: r, Bucket: costly}))

	check(build(mgr, o, "private", &corev1.Event{}).Complete( // want RL1002:"does not ask"
		limits.NewReconciler(r, rate.NewLimiter(rate.Limit(*rps), 1))))
	check(build(mgr, o, "own", &corev1.ServiceAccount{}).Complete(bucket.NewOwn(r, *rps)))                         // want RL1002:"does not ask"
	check(build(mgr, o, "unused", &corev1.LimitRange{}).Complete(&middleware.Unused{Inner: r, Limiter: o.Global})) // want RL1002:"never ask"

	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func build(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o.ForControllerRuntime())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
