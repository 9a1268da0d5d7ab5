// Package main uses middleware that returns an error, so that to wrap a reconciler takes a statement of its
// own: there is no fix.
package main

import (
	"flag"
	"fmt"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/wrappers/failing/limit"
)

func main() {
	maxReconcileRate := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**maxReconcileRate), 10**maxReconcileRate
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	check(err)
	o := limit.Options{Workers: *maxReconcileRate, Global: rate.NewLimiter(rate.Limit(*maxReconcileRate), 10**maxReconcileRate)}
	check(wrapped(mgr, o))
	check(chain(mgr, o))
	check(several(mgr, o))
	check(options(mgr, o))
	check(declared(mgr, o))
	check(kept(mgr, o))
	_, err = built(mgr, o)
	check(err)
	check(inLiteral(mgr, o))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func wrapped(mgr ctrl.Manager, o limit.Options) error {
	limited, err := limit.NewReconciler("wrapped", reconcile.Reconciler(&inert.Reconciler{}), o.Global)
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(o.ForController()).Complete(limited)
}

func chain(mgr ctrl.Manager, o limit.Options) error {
	// Nodes are few.
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Node{}).
		WithOptions(o.ForController()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

func several(mgr ctrl.Manager, o limit.Options) error {
	r := &inert.Reconciler{}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(o.ForController()).Complete(r); err != nil { // want RL1002:"never ask"
		return err
	}
	err := ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForController()).Complete(r) // want RL1002:"never ask"
	if err != nil {
		return err
	}
	return nil
}

func options(mgr ctrl.Manager, o limit.Options) error {
	var r reconcile.Reconciler = &inert.Reconciler{}
	given := o.ForController()
	given.Reconciler = r
	if _, err := controller.New("services", mgr, given); err != nil { // want RL1002:"never ask"
		return err
	}
	return nil
}

func declared(mgr ctrl.Manager, o limit.Options) error {
	builder := ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithOptions(o.ForController())
	c, failed := builder.Build(&inert.Reconciler{}) // want RL1002:"never ask"
	if failed != nil {
		return failed
	}
	var err error = mgr.AddHealthzCheck(fmt.Sprint(c), nil)
	return err
}

func kept(mgr ctrl.Manager, o limit.Options) error {
	err := "service accounts cannot be reconciled"
	if failed := ctrl.NewControllerManagedBy(mgr).For(&corev1.ServiceAccount{}).WithOptions(o.ForController()).Complete(&inert.Reconciler{}); failed != nil { // want RL1002:"never ask"
		log.Print(err)
	}
	return nil
}

func built(mgr ctrl.Manager, o limit.Options) (controller.Controller, error) {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Event{}).WithOptions(o.ForController()).Build(&inert.Reconciler{}) // want RL1002:"never ask"
}

func inLiteral(mgr ctrl.Manager, o limit.Options) error {
	setUp := func() error {
		return ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}).WithOptions(o.ForController()).Complete(&inert.Reconciler{}) // want RL1002:"never ask"
	}
	return setUp()
}
