// Command unmade sets the rate of a config of which it makes nothing, and reads another one too early.
package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"
)

func main() {
	config := ctrl.GetConfigOrDie() // want RL2006:"flag --kubeconfig has no effect on this config: flags are parsed at line 13; read the config after that"
	qps := 20.0
	parseFlags(&qps)
	config.QPS = float32(qps) // want RL5002:"config.QPS has no effect: no client or manager is made of this config"
	config.Burst = 30         // want RL5002:"config.Burst has no effect"
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		panic(err)
	}
	other := ctrl.GetConfigOrDie()
	other.QPS = float32(qps)
	if _, err := ctrl.NewManager(other, ctrl.Options{}); err != nil {
		panic(err)
	}
	_ = mgr
}

func parseFlags(qps *float64) {
	flag.Float64Var(qps, "qps", 20, "")
	flag.Parse()
}
