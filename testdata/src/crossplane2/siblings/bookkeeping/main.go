// Command bookkeeping gives its controllers a queue limiter. The reconciler of one more is a dependency's, and counts who uses a
// configuration.
package main

import (
	"log"
	"time"

	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/providerconfig"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/crossplane2/inert"
)

func main() {
	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	for _, kind := range []client.Object{&corev1.Pod{}, &corev1.Node{}, &corev1.Secret{}, &corev1.Service{}} {
		must(ctrl.NewControllerManagedBy(mgr).For(kind).WithOptions(backoff()).Complete(&inert.Reconciler{}))
	}
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(providerconfig.NewReconciler(mgr, resource.ProviderConfigKinds{}))) // want RL2004:"controller core/v1.ConfigMap does not get the queue limiter"
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func backoff() controller.Options {
	return controller.Options{RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
