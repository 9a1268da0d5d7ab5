// Command unparsed defines flags with pflag, and parses those of the standard library alone.
package main

import (
	"flag"
	"log"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

var workers = pflag.IntP("reconcile-workers", "w", 3, "") // want RL1003:"flag reconcile-workers always has its default: it is defined with pflag, and the program parses only the flags of package flag"

func main() {
	var qps float32
	pflag.Float32Var(&qps, "kube-api-qps", 50, "requests a second") // want RL5002:"flag kube-api-qps always has its default"
	burst := flag.Int("kube-api-burst", 80, "requests at once")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = qps, *burst
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"no limit"
	if err != nil {
		log.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).
		Complete(&inert.Reconciler{})
	if err != nil {
		log.Fatal(err)
	}
}
