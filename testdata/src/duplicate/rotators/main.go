// Command rotators has two controllers of one name and one type, which look after different objects; and one of each other pair twice.
package main

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A rotator is one of a secret.
type rotator struct {
	secret types.NamespacedName
	days   int
	due    func(days int) bool
}

func (r *rotator) Reconcile(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
	if req.NamespacedName != r.secret {
		return reconcile.Result{}, nil
	}
	return reconcile.Result{}, nil
}

func main() {
	skip := true
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Controller: config.Controller{SkipNameValidation: &skip}}) // want RL1000:"no limit"
	must(err)
	must(add(mgr, "rotator", &rotator{secret: types.NamespacedName{Namespace: "system", Name: "webhooks"}}))
	must(add(mgr, "rotator", &rotator{secret: types.NamespacedName{Namespace: "system", Name: "apis"}}))
	must(add(mgr, "again", &rotator{secret: types.NamespacedName{Namespace: "system", Name: "again"}, days: 3})) // want RL2002:"controller again is set up twice for one manager .see main.go:36"
	must(add(mgr, "again", &rotator{secret: types.NamespacedName{Namespace: "system", Name: "again"}, days: 3})) // want RL2002:"controller again is set up twice for one manager .see main.go:35"
	must(add(mgr, "due", &rotator{due: early}))
	must(add(mgr, "due", &rotator{due: late}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func early(days int) bool { return days > 10 }

func late(days int) bool { return days > 30 }

func add(mgr ctrl.Manager, name string, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(&corev1.Secret{}).Complete(r)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
