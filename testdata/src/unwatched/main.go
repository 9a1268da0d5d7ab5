// Command unwatched has builders of controllers. One is told of nothing to watch.
package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/inert"
	"rllint.test/unwatched/left"
)

// owning tells a builder of something to watch.
func owning(b *builder.Builder) *builder.Builder { return b.Owns(&corev1.Secret{}) }

func setUp(mgr ctrl.Manager, all bool) error {
	if err := ctrl.NewControllerManagedBy(mgr).Named("idle").Complete(&inert.Reconciler{}); err != nil { // want RL7003:"controller idle watches nothing: its builder has no For, Owns or Watches, so Complete returns an error and no request ever comes"
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("watching").Watches(&corev1.Secret{}, &handler.EnqueueRequestForObject{}).Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	if err := owning(ctrl.NewControllerManagedBy(mgr).Named("owning")).Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	some := ctrl.NewControllerManagedBy(mgr).Named("some")
	if all {
		some = some.For(&corev1.Pod{})
	}
	if err := some.Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("filtering").For(&corev1.Pod{}, builder.WithPredicates(predicate.Funcs{}, predicate.ResourceVersionChangedPredicate{})).
		Owns(&corev1.Secret{}, builder.WithPredicates(predicate.Funcs{}), // want RL7003:"nothing asks these predicates: those of the next WithPredicates of this watch take their place"
			builder.OnlyMetadata, builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
		Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("twice").For(&corev1.Pod{}). // want RL7003:"this builder is told twice what it is for"
											For(&corev1.Secret{}).Complete(&inert.Reconciler{}); err != nil {
		return err
	}
	_, err := ctrl.NewControllerManagedBy(mgr).Named("built").Build(&inert.Reconciler{})
	return err
}

func main() {
	config := ctrl.GetConfigOrDie()
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"no limit spans"
	if err != nil {
		log.Fatal(err)
	}
	if err := setUp(mgr, config.Impersonate.UserName == ""); err != nil {
		log.Fatal(err)
	}
	if err := left.Add(mgr); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
