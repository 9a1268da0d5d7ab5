// Command disabled has leader election unless a flag says no, and its flags in a context.
package main

import (
	"context"
	"flag"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/lease/disabled/settings"
)

func main() {
	ctx := withSettings(ctrl.SetupSignalHandler(), settings.Groups...)
	o := settings.FromContext(ctx)
	cfg := ctrl.GetConfigOrDie()
	cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(float32(o.QPS), o.Burst)
	options := ctrl.Options{LeaderElection: !o.DisableLeaderElection, LeaderElectionID: "pods"}
	mgr, err := ctrl.NewManager(cfg, options) // want RL1000:"with QPS .--kube-client-qps" RL5003:"with controller pods"
	if err != nil {
		log.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("pods").For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctx))
}

func withSettings(ctx context.Context, groups ...settings.Group) context.Context {
	fs := flag.NewFlagSet("pods", flag.ExitOnError)
	for _, g := range groups {
		g.AddFlags(fs)
	}
	_ = fs.Parse(os.Args[1:])
	for _, g := range groups {
		ctx = g.ToContext(ctx)
	}
	return ctx
}
