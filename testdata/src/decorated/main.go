// Command decorated wraps its reconcilers in what another package generates for an interface of a third.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/decorated/spans"
	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(*rps*5), *rps*10
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	r := &inert.Reconciler{}

	check(build(mgr, o, "inside", &corev1.ConfigMap{}).Complete(spans.New(limits.NewReconciler(r, o.Global), spans.Print())))
	check(build(mgr, o, "outside", &corev1.Secret{}).Complete(limits.NewReconciler(spans.New(r), o.Global)))
	check(build(mgr, o, "none", &corev1.Pod{}).Complete(spans.New(r, spans.Print()))) // want RL1002:"never ask"
	check(build(mgr, o, "counted", &corev1.Node{}).Complete(spans.Count(limits.NewReconciler(spans.New(r), o.Global))))
	check(build(mgr, o, "only-counted", &corev1.Service{}).Complete(spans.Count(spans.New(r)))) // want RL1002:"never ask"
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func build(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(o.ForControllerRuntime())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
