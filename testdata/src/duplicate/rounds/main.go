// Command rounds sets up one controller thousands of times for one manager, which takes no more work for each than for the first.
package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"has no limit besides its queue.s"
	if err != nil {
		log.Fatal(err)
	}
	for range 3000 {
		if err := ctrl.NewControllerManagedBy(mgr).Named("x").For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil { // want RL2002:"controller x is set up twice"
			log.Fatal(err)
		}
	}
}
