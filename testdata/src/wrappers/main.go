// Command wrappers puts the middleware inside and outside of other wrappers and
// into struct literals.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"log"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Timed stops reconciles that take too long.
type Timed struct {
	Reconciler reconcile.Reconciler
	Timeout    time.Duration
}

// Reconcile calls the wrapped reconciler.
func (t Timed) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, t.Timeout)
	defer cancel()
	return t.Reconciler.Reconcile(ctx, req)
}

// Logged embeds what it wraps.
type Logged struct {
	reconcile.Reconciler
	name string
}

// Reconcile calls the wrapped reconciler.
func (l *Logged) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	log.Print(l.name, req)
	return l.Reconciler.Reconcile(ctx, req)
}

func observe(inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		result, err := inner.Reconcile(ctx, req)
		log.Print(result, err)
		return result, err
	})
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	r := &inert.Reconciler{}
	limited := limits.NewReconciler(r, o.Global)

	check(build(mgr, o, "inside", &corev1.ConfigMap{}).Complete(Timed{Reconciler: limited, Timeout: time.Minute}))
	check(build(mgr, o, "outside", &corev1.Secret{}).Complete(limits.NewReconciler(Timed{Reconciler: r}, o.Global)))
	check(build(mgr, o, "deep", &corev1.Service{}).Complete(observe(&Logged{Reconciler: Timed{Reconciler: limited}})))
	check(build(mgr, o, "none", &corev1.Pod{}).Complete(Timed{Reconciler: r}))                           // want RL1002:"never ask"
	check(build(mgr, o, "deep-none", &corev1.Node{}).Complete(observe(&Logged{Reconciler: observe(r)}))) // want RL1002:"never ask"

	wrapped := reconcile.Reconciler(r)
	if *rps > 0 {
		wrapped = limits.NewReconciler(wrapped, o.Global)
	}
	check(build(mgr, o, "unless-off", &corev1.Namespace{}).Complete(wrapped))

	check(build(mgr, o, "object", &corev1.Endpoints{}).Complete(
		limits.NewReconciler(reconcile.AsReconciler(mgr.GetClient(), objects{}), o.Global)))
	check(build(mgr, o, "object-none", &corev1.Event{}).Complete( // want RL1002:"never ask"
		reconcile.AsReconciler(mgr.GetClient(), events{})))

	var parts Parts
	check(json.Unmarshal([]byte(os.Getenv("PARTS")), &parts.part))
	check(build(mgr, o, "parts-none", &corev1.ReplicationController{}).Complete(&parts)) // want RL1002:"never ask"

	check(mgr.Start(ctrl.SetupSignalHandler()))
}

// A Part has a method that is named like a reconciler's and is none: it takes an object.
type Part interface {
	Reconcile(context.Context, *corev1.ReplicationController) (reconcile.Result, error)
}

// Parts reconciles by a part of which nothing is known.
type Parts struct{ part Part }

// Reconcile calls the part.
func (p *Parts) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	return p.part.Reconcile(ctx, &corev1.ReplicationController{})
}

type objects struct{}

func (objects) Reconcile(context.Context, *corev1.Endpoints) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

type events struct{}

func (events) Reconcile(context.Context, *corev1.Event) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func build(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o.ForControllerRuntime())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
