// Command unprintable gives a controller a name that would end the line of a message and colour a terminal.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	flag.Int("max-reconcile-rate", 1, "")                              // want RL1005:"limits nothing"
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"one worker" RL1004:"does not follow"
	if err != nil {
		log.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).
		Named("pods\n::error::\x1b[31m").
		For(&corev1.Pod{}).
		Complete(&inert.Reconciler{}) // want RL1001:"^controller pods.n::error::.x1b.31m has no queue limiter" RL1002:"^controller pods.n::"
	if err != nil {
		log.Fatal(err)
	}
}
