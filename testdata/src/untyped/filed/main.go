// Command filed reads its manager's options, and options of its own, from a file.
package main

import (
	"flag"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type settings struct {
	v1alpha1.ControllerManagerConfigurationSpec `json:",inline"`
	Workers                                     int `json:"workers"`
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	file := flag.String("config", "", "a file with options")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(*rps*5), *rps*10
	own := v1alpha1.ControllerManagerConfiguration{}
	options := ctrl.Options{LeaderElection: true}
	var err error
	if *file != "" {
		options, err = options.AndFrom(ctrl.ConfigFile().AtPath(*file).OfKind(&own)) // want RL1003:"controller byKind runs as many workers as groupKindConcurrency" RL1003:"controller own runs as many workers as"
		must(err)
	}
	mgr, err := ctrl.NewManager(cfg, options)
	must(err)
	global := rate.NewLimiter(rate.Limit(*rps), *rps*10) // want RL1005:"limits nothing: none of the 3 controllers asks it"
	setup(mgr, "byKind", &corev1.Pod{}, global, controller.Options{})
	setup(mgr, "own", &corev1.Node{}, global, controller.Options{MaxConcurrentReconciles: own.Controller.GroupKindConcurrency["Node"]}) // want RL1001:"controller own has no queue limiter"

	fixed := ctrl.Options{Controller: v1alpha1.ControllerConfigurationSpec{GroupKindConcurrency: map[string]int{"Secret": 3}}} // want RL1003:"controller fixed runs 3 workers"
	other, err := ctrl.NewManager(cfg, fixed.AndFromOrDie(ctrl.ConfigFile()))
	must(err)
	setup(other, "fixed", &corev1.Secret{}, global, controller.Options{})
	go func() { must(other.Start(ctrl.SetupSignalHandler())) }()
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, name string, of client.Object, global *rate.Limiter, o controller.Options) {
	must(ctrl.NewControllerManagedBy(mgr).Named(name).For(of).WithOptions(o).Complete(reconcile.Func(nil))) // want RL1001:"2 controllers .byKind, fixed. have no queue limiter" RL1002:"3 controllers .byKind, own, fixed. never ask the limiter made at main.go:37"
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
