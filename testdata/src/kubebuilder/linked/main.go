// Command linked reads texts that the linker sets, with -ldflags -X: where nothing set them, it ends before it makes its controllers.
package main

import (
	"log"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// Set by the linker.
var insecure, period string

func main() {
	if _, err := strconv.ParseBool(insecure); err != nil {
		log.Fatal(err)
	}
	if _, err := time.ParseDuration(period); err != nil {
		log.Fatal(err)
	}
	if period == "" {
		return
	}
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"has no limit besides its queue.s"
	if err != nil {
		log.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
