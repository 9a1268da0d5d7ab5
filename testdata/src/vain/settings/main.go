// Command settings asks viper for what its flags say, and binds none of them.
package main

import (
	"flag"

	"github.com/spf13/viper"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

func main() {
	var workers, retries int
	flag.IntVar(&workers, "concurrent", 4, "") // want RL2006:"flag --concurrent has no effect: it sets workers, which nothing reads"
	flag.IntVar(&retries, "retries", 4, "")    // want RL2006:"flag --retries has no effect"
	flag.Parse()
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"controller core/v1.Pod has no limit besides its queue's"
	if err != nil {
		panic(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: viper.GetInt("concurrent")}).Complete(reconcile.Func(nil)); err != nil {
		panic(err)
	}
}
