// Command shared has a function that watches objects of any kind through one filter.
package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/inert"
	"rllint.test/updates/shared/watched"
)

func main() {
	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:"no limit"
	if err != nil {
		log.Fatal(err)
	}
	first := ctrl.NewControllerManagedBy(mgr).Named("first").For(&corev1.Pod{})
	watch(first, &corev1.Secret{ObjectMeta: inNamespace("first")})
	watch(first, &corev1.ConfigMap{})
	second := ctrl.NewControllerManagedBy(mgr).Named("second").For(&corev1.Pod{})
	watch(second, &corev1.Secret{ObjectMeta: inNamespace("second")})
	whole(second, &corev1.ConfigMap{})
	first.Owns(&corev1.Node{}, builder.WithPredicates(watched.Seen()))
	second.Owns(&corev1.Endpoints{}, builder.WithPredicates(watched.Seen()))
	for _, b := range []*ctrl.Builder{first, second} {
		if err := b.Complete(&inert.Reconciler{}); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func watch(b *ctrl.Builder, object client.Object) {
	b.Watches(object, &handler.EnqueueRequestForObject{}, builder.WithPredicates(changed(object)))
}

func changed(object client.Object) predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return e.Object.GetNamespace() == object.GetNamespace() },
		UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"^no update of a Secret or ConfigMap reaches 2 controllers .first, second.: "
			generationChanged := e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
			if object.GetNamespace() == "" {
				return generationChanged
			}
			return generationChanged && e.ObjectNew.GetNamespace() == object.GetNamespace()
		},
	}
}

func whole(b *ctrl.Builder, object client.Object) {
	b.Watches(object, &handler.EnqueueRequestForObject{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})) // want RL7001:"a ConfigMap reaches controller second"
}

func inNamespace(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Namespace: name} }
