// Package main makes managers whose clients the rate does not limit: by a constant, by no number
// at all, by another flag, by the library's default and by a limiter of constants. One
// whose config comes from code that cannot be read is silent, and one that only runs webhooks.
package main

import (
	"flag"
	"log"
	"os"
	"plugin"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	qps := flag.Float64("kube-qps", 50, "requests a second") // want RL1004:"its QPS is what flag kube-qps says"
	flag.Parse()
	o := limits.NewOptions(*rps)

	constant := ctrl.GetConfigOrDie()
	constant.QPS, constant.Burst = 50, 100 // want RL1004:"its QPS is the constant 50"
	first, err := ctrl.NewManager(constant, ctrl.Options{})
	setup(first, o, err)

	none := ctrl.GetConfigOrDie()
	none.QPS = -1 // want RL1004:"its QPS is the constant -1, which is no limit"
	second, err := ctrl.NewManager(none, ctrl.Options{})
	setup(second, o, err)

	flagged := ctrl.GetConfigOrDie()
	flagged.QPS = float32(*qps)
	third, err := ctrl.NewManager(flagged, ctrl.Options{})
	setup(third, o, err)

	fourth, err := ctrl.NewManager(&rest.Config{Host: os.Getenv("HOST")}, ctrl.Options{}) // want RL1004:"5 requests a second .burst 10"
	setup(fourth, o, err)

	bucket := ctrl.GetConfigOrDie()
	bucket.QPS = float32(*rps)                                         // the limiter goes before it
	bucket.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(20, 30) // want RL1004:"its QPS is the constant 20"
	fifth, err := ctrl.NewManager(bucket, ctrl.Options{})
	setup(fifth, o, err)

	sixth, err := ctrl.NewManager(unread(), ctrl.Options{})
	setup(sixth, o, err)

	webhooks, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(webhooks.Start(ctrl.SetupSignalHandler()))
}

func unread() *rest.Config {
	p, err := plugin.Open("config.so")
	if err != nil {
		log.Fatal(err)
	}
	config, err := p.Lookup("Config")
	if err != nil {
		log.Fatal(err)
	}
	return config.(*rest.Config)
}

func setup(mgr ctrl.Manager, o limits.Options, err error) {
	if err != nil {
		log.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
	if err != nil {
		log.Fatal(err)
	}
}
