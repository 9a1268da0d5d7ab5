// Command roomy has a client whose rate people can set, by a flag whose default is above the library's.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("workers", 10, "workers of each controller")
	qps := flag.Float64("kube-api-qps", 50, "requests a second")
	constant := flag.Bool("constant", false, "use the constant")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	if *constant {
		cfg.QPS = 100
	} else {
		cfg.QPS = float32(*qps)
	}
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"no limit"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
