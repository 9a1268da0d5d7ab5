// Command bound binds flags straight into the fields of options.
package main

import (
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

type settings struct {
	Queue controller.Options
	Topic struct{ Controller controller.Options }
	Table limits.Options
}

func (s *settings) bind(f *flag.FlagSet) {
	f.IntVar(&s.Queue.MaxConcurrentReconciles, "max-reconcile-rate", 10, "reconciles per second of all controllers")
	f.IntVar(&s.Topic.Controller.MaxConcurrentReconciles, "topic-workers", 1, "workers of the topic controller") // want RL1003:"topic-workers"
	f.IntVar(&s.Table.MaxConcurrentReconciles, "table-workers", 1, "workers of the table controller")            // want RL1003:"table-workers"
}

func main() {
	var s settings
	s.bind(flag.CommandLine)
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	s.Table.Global = limits.NewGlobal(s.Queue.MaxConcurrentReconciles)
	s.Queue.RateLimiter = limits.NewController()
	s.Topic.Controller.RateLimiter = limits.NewController()

	check(build(mgr, "queue", &corev1.ConfigMap{}).WithOptions(s.Queue).Complete(wrap(s.Table.Global)))
	check(build(mgr, "topic", &corev1.Secret{}).WithOptions(s.Topic.Controller).Complete(wrap(s.Table.Global)))
	check(build(mgr, "table", &corev1.Pod{}).WithOptions(s.Table.ForControllerRuntime()).Complete(wrap(s.Table.Global)))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func wrap(global *rate.Limiter) *limits.Reconciler {
	return limits.NewReconciler(&inert.Reconciler{}, global)
}

func build(mgr ctrl.Manager, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
