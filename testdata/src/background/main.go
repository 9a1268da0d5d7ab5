// Command background sets its controllers up in a goroutine, after others that end the
// program or never end, and hands the manager to what it runs.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// An auditor is run by the manager that it holds.
type auditor struct{ mgr ctrl.Manager }

func (a *auditor) Start(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"controller core/v1.Node runs one worker" RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}

	interrupted := make(chan os.Signal, 2)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		<-interrupted
		os.Exit(1)
	}()
	go func() {
		for {
			time.Sleep(time.Minute)
			report(mgr)
		}
	}()

	failed := make(chan error)
	go func() { failed <- setup(mgr, limits.NewOptions(*rps)) }()
	go func() { failed <- mgr.Start(context.Background()) }()
	log.Fatal(<-failed)
}

func report(mgr ctrl.Manager) { log.Print(mgr.GetHTTPClient().Timeout) }

func setup(mgr ctrl.Manager, o limits.Options) error {
	if err := mgr.Add(&auditor{mgr: mgr}); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Node{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
