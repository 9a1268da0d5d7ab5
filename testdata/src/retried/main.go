// Command retried makes its manager in a loop, and another with one or other options.
package main

import (
	"errors"
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/inert"
	"rllint.test/limits"
)

type server struct{ mgr manager.Manager }

func newServer(cfg *rest.Config) (*server, error) {
	var mgr manager.Manager
	var err error
	retry := 10
	for {
		mgr, err = ctrl.NewManager(cfg, ctrl.Options{}) // want RL1003:"controller core/v1.Node runs one worker" RL1004:"client of this manager"
		if err == nil {
			break
		}
		retry--
		if retry == 0 {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return nil, errors.New("cannot make a manager")
	}
	if mgr.GetCache() == nil {
		return nil, errors.New("no cache")
	}
	return &server{mgr: mgr}, nil
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	local := flag.Bool("local", false, "run outside of the cluster")
	flag.Parse()

	o := limits.NewOptions(*rps)
	s, err := newServer(ctrl.GetConfigOrDie())
	check(err)
	check(setup(s.mgr, o, &corev1.Node{}))

	numbered := config.Controller{MaxConcurrentReconciles: *rps}
	var limited manager.Manager
	if *local {
		limited, err = ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Controller: numbered}) // want RL1004:"client of this manager"
	} else {
		limited, err = ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Controller: numbered, LeaderElection: true}) // want RL1004:"client of this manager"
	}
	check(err)
	check(setup(limited, o, &corev1.Pod{}))
	check(limited.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, o limits.Options, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(kind).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
