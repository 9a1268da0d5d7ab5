// Command early reads flags for the workers of its controllers: one while the package is initialised, when it is the default yet,
// and one in a function that main calls.
package main

import (
	"flag"
	"log"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

var (
	tooEarly = flag.Int("node-workers", 1, "workers for nodes")
	inTime   = flag.Int("pod-workers", 1, "workers for pods")
)

var options = controller.Options{
	MaxConcurrentReconciles: *tooEarly, // want RL1003:"flag node-workers is read when the package is initialised, before flags are parsed: the number of workers is its default, whatever it says"
}

var podWorkers = *inTime // want RL1003:"flag pod-workers is read when the package is initialised"

var later = sync.OnceValue(func() controller.Options {
	return controller.Options{MaxConcurrentReconciles: *inTime}
})

func main() {
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(options).Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(later()).Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
