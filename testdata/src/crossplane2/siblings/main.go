// Command siblings gives its controllers their number of workers from a flag. One more is a dependency's, which offers no such setting.
package main

import (
	"flag"
	"log"

	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/gate"
	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/customresourcesgate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	cr "sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/crossplane2/inert"
)

func main() {
	workers := flag.Int("workers", 5, "Workers of each controller.")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	for _, kind := range []client.Object{&corev1.Pod{}, &corev1.Node{}, &corev1.Secret{}} {
		must(ctrl.NewControllerManagedBy(mgr).For(kind).WithOptions(cr.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))
	}
	must(customresourcesgate.Setup(mgr, controller.Options{Logger: logging.NewNopLogger(), Gate: new(gate.Gate[schema.GroupVersionKind])}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
