// Command returned adds runnables on ways that end before the manager starts, and on one that starts it elsewhere.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("workers", 3, "workers of each controller")
	flag.Parse()
	if err := run(*workers); err != nil {
		log.Fatal(err)
	}
}

func run(workers int) error {
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"no limit spans 4 controllers"
	if err != nil {
		return err
	}
	switch os.Getenv("MODE") {
	case "dry":
		if err := mgr.Add(sets(mgr, &corev1.Node{}, controller.Options{MaxConcurrentReconciles: workers})); err != nil {
			return err
		}
		return errors.New("nothing runs")
	case "exit":
		if err := mgr.Add(sets(mgr, &corev1.Pod{}, controller.Options{MaxConcurrentReconciles: workers})); err != nil {
			return err
		}
		os.Exit(0)
	case "soon":
		if err := mgr.Add(sets(mgr, &corev1.Secret{}, controller.Options{MaxConcurrentReconciles: workers})); err != nil {
			return err
		}
		return mgr.Start(context.Background())
	}
	if err := mgr.Add(sets(mgr, &corev1.Service{}, controller.Options{MaxConcurrentReconciles: workers})); err != nil {
		return err
	}
	if os.Getenv("ONCE") != "" { // the same controller as below
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		return mgr.Start(ctx)
	}
	return mgr.Start(context.Background())
}

func sets(mgr ctrl.Manager, object client.Object, o controller.Options) manager.Runnable {
	return manager.RunnableFunc(func(context.Context) error {
		return ctrl.NewControllerManagedBy(mgr).For(object).WithOptions(o).Complete(&inert.Reconciler{})
	})
}
