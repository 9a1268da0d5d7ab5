// Command cluster reads its configuration from the cluster, and sets controllers up in
// functions that Kubernetes' libraries call: one once it leads, one when what it waits
// for is there.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/leaderelection"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/cluster/api"
	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	direct, err := client.New(ctrl.GetConfigOrDie(), client.Options{})
	check(err)
	cfg := &api.Config{}
	check(direct.Get(context.Background(), client.ObjectKey{Name: "config"}, cfg)) // want RL1003:"v1.Secret runs as many workers as Spec.Workers .set by .*Get. says"
	listed := readList(direct)

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	o := limits.NewOptions(*rps)
	if cfg.Spec.Secrets {
		check(setup(mgr, &corev1.Secret{}, o, cfg.Spec.Workers))
	}
	if listed.Spec.Secrets {
		check(setup(mgr, &corev1.Pod{}, o, *rps))
	}

	ctx := ctrl.SetupSignalHandler()
	check(wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(context.Context) (bool, error) {
		return true, setup(mgr, &corev1.Service{}, o, 5) // want RL1003:"v1.Service runs 5 workers"
	}))
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				check(setup(mgr, &corev1.Node{}, o, 6)) // want RL1003:"v1.Node runs 6 workers"
				check(mgr.Start(ctx))
			},
			OnStoppedLeading: func() { log.Fatal("not the leader any more") },
		},
	})
}

func readList(c client.Client) *api.Config {
	cfg := &api.Config{Spec: api.ConfigSpec{Secrets: false}}
	if err := c.Get(context.Background(), client.ObjectKey{Name: "other"}, cfg); err != nil {
		return &api.Config{}
	}
	return cfg
}

func setup(mgr ctrl.Manager, object client.Object, o limits.Options, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(object).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers, RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
