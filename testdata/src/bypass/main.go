// Command bypass wraps reconcilers in middleware that asks a limiter on every way to
// the reconciler inside, or only on some, and in what only looks like it.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"k8s.io/client-go/util/workqueue"

	"rllint.test/bypass/middleware"
	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	limited := flag.Bool("limit", true, "limit reconciles")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	r := &inert.Reconciler{}
	slots := middleware.NewSlots(*rps)
	clock := middleware.NewClock(*rps)

	// A way around the limiter that the program's configuration takes is its own choice.
	check(build(mgr, o, "switched", &corev1.Pod{}).Complete(&middleware.Switched{Inner: r, Limiter: o.Global, On: *limited}))
	check(build(mgr, o, "optional", &corev1.Node{}).Complete(&middleware.Optional{Inner: r, Limiter: o.Global}))
	check(build(mgr, o, "remembering", &corev1.Namespace{}).Complete(middleware.NewRemembering(r, o.Global)))
	check(build(mgr, o, "twice", &corev1.Endpoints{}).Complete(&middleware.EitherWay{Inner: r, Limiter: o.Global}))
	check(build(mgr, o, "clock", &corev1.Event{}).Complete(&middleware.Waiting{Inner: r, Gate: clock}))
	check(build(mgr, o, "clock-too", &corev1.Event{}).Complete(&middleware.Waiting{Inner: r, Gate: clock}))

	// A limiter that turns requests away on some of its ways may ask on all that go on.
	check(build(mgr, o, "polite", &corev1.ResourceQuota{}).Complete(&middleware.Delaying{Inner: r, Delay: &middleware.Polite{Limiter: o.Global}}))

	// One that the request takes is not.
	check(build(mgr, o, "system", &corev1.Secret{}).Complete(&middleware.ExceptSystem{Inner: r, Limiter: o.Global}))  // want RL1002:"asks a limiter, but not where"
	check(build(mgr, o, "annotated", &corev1.Service{}).Complete(&middleware.Annotated{Inner: r, Limiter: o.Global})) // want RL1002:"asks a limiter, but not where"
	check(build(mgr, o, "after", &corev1.LimitRange{}).Complete(&middleware.Afterwards{Inner: r, Limiter: o.Global})) // want RL1002:"never asks"

	// Whether a reconciler is wrapped may be the program's own choice as well, also inside of another wrapper.
	var chosen, outermost reconcile.Reconciler = r, r
	if *limited {
		chosen, outermost = limits.NewReconciler(r, o.Global), limits.NewReconciler(r, o.Global)
	}
	check(build(mgr, o, "chosen", &corev1.Binding{}).Complete(&middleware.Optional{Inner: chosen}))
	check(build(mgr, o, "outermost", &corev1.ReplicationController{}).Complete(outermost))

	// It is not if the request chooses, or chance.
	through := limits.NewReconciler(r, o.Global)
	check(build(mgr, o, "routed", &corev1.ComponentStatus{}).Complete(&middleware.Routed{System: r, Other: through}))  // want RL1002:"does not always ask .*asks a limiter, but not where"
	check(build(mgr, o, "sampled", &corev1.PodTemplate{}).Complete(&middleware.Sampled{Usual: r, Sometimes: through})) // want RL1002:"does not always ask .*asks a limiter, but not on all ways"

	// A gate for so many at a time is no limiter of a rate, whatever its method is called.
	check(build(mgr, o, "slots", &corev1.ConfigMap{}).Complete(&middleware.Waiting{Inner: r, Gate: slots}))          // want RL1002:"never ask"
	check(build(mgr, o, "slots-too", &corev1.ServiceAccount{}).Complete(&middleware.Waiting{Inner: r, Gate: slots})) // want RL1002:"never ask"

	shared := workqueue.TypedBucketRateLimiter[ctrl.Request]{Limiter: o.Global}
	check(copied(mgr, o, "copied", &corev1.PersistentVolume{}, shared))
	check(copied(mgr, o, "copied-too", &corev1.PersistentVolumeClaim{}, shared))

	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// copied gives the queue a copy of a limiter around the shared bucket, which is the bucket.
func copied(mgr ctrl.Manager, o limits.Options, name string, kind client.Object, rl workqueue.TypedBucketRateLimiter[ctrl.Request]) error { // want RL3001:"bucket alone"
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(controller.Options{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		RateLimiter:             &rl,
	}).Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func build(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o.ForControllerRuntime())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
