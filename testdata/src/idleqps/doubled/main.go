// Command doubled has flags that have no effect: two that set one variable, and one that nothing reads. A flag under two names is fine.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	var qps, burst, reconciles, threads int
	flag.IntVar(&qps, "kube-api-qps", 20, "requests a second")
	flag.IntVar(&qps, "kube-api-burst", 40, "requests at once")  // want RL5002:"flag kube-api-burst sets the variable of flag kube-api-qps: the one that is given last sets the rate, and the burst is as if there were no flag"
	flag.IntVar(&reconciles, "max-concurrent-reconciles", 3, "") // want RL1003:"flag max-concurrent-reconciles sets the number of workers of no controller"
	flag.IntVar(&threads, "reconcile-threads", 3, "")
	flag.IntVar(&threads, "reconcile-workers", 3, "the same")
	flag.Parse()
	if reconciles < 1 {
		log.Fatal("too few")
	}

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(qps), burst
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"no limit"
	if err != nil {
		log.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: threads}).
		Complete(&inert.Reconciler{})
	if err != nil {
		log.Fatal(err)
	}
}
