// Command flagged has flags for the back-off of its controllers, which eight of eleven take by one function: the flags do not reach the
// others, of which one has a limiter of its own.
package main

import (
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
)

var (
	base    = flag.Duration("rate-limiter-base-delay", time.Second, "first delay of a failure")
	longest = flag.Duration("rate-limiter-max-delay", time.Minute, "longest delay of a failure")
)

func main() {
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	for _, kind := range []client.Object{&corev1.Pod{}, &corev1.Node{}, &corev1.Secret{}, &corev1.Service{}, &corev1.Namespace{}, &corev1.Event{},
		&corev1.ConfigMap{}, &corev1.Endpoints{}} {
		must(setup(mgr, kind, controller.Options{RateLimiter: backoff()}))
	}
	must(setup(mgr, &corev1.LimitRange{}, controller.Options{}))    // want RL2004:"controller core/v1.LimitRange does not get the queue limiter that 8 of 11 take from one place .flagged.backoff., and sets nothing of its own"
	must(setup(mgr, &corev1.ResourceQuota{}, controller.Options{})) // want RL2004:"core/v1.ResourceQuota"
	must(setup(mgr, &corev1.PodTemplate{}, controller.Options{
		RateLimiter: workqueue.NewTypedItemFastSlowRateLimiter[reconcile.Request](time.Second, time.Minute, 3),
	}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func backoff() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](*base, *longest)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setup(mgr ctrl.Manager, kind client.Object, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(kind).WithOptions(o).Complete(&inert.Reconciler{})
}
