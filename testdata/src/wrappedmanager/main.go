// Command wrappedmanager makes controllers for a manager of a type of its own, which keeps the controller that the
// builder adds to it, and holds what it shares behind locks. Its clients are not limited.
package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// keeping is a manager that keeps the controller which is added to it.
type keeping struct {
	manager.Manager
	made controller.Controller
}

// Add adds a runnable to the manager within.
func (k *keeping) Add(r manager.Runnable) error {
	if err := k.Manager.Add(r); err != nil {
		return err
	}
	if c, ok := r.(controller.Controller); ok {
		k.made = c
	}
	return nil
}

// shared is what all reconcilers have.
type shared struct {
	mu      sync.Mutex
	options *controller.Options
	names   map[string]bool
}

func (s *shared) add(name string) controller.Options {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names[name] = true
	return *s.options
}

type reconciler struct {
	client.Client
	cache cache.Cache
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *reconciler) setup(mgr manager.Manager, s *shared) error {
	r.cache = mgr.GetCache()
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(s.add("pods")).Complete(r)
}

func (r *reconciler) setupSecond(mgr manager.Manager, s *shared) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(s.add("secrets")).Complete(r)
}

func set(mgr manager.Manager, s *shared) error {
	k := &keeping{Manager: mgr}
	r := &reconciler{Client: mgr.GetClient()}
	if err := r.setup(k, s); err != nil {
		return err
	}
	if k.made == nil {
		return errors.New("no controller was added")
	}
	return r.setupSecond(mgr, s)
}

func main() {
	workers := flag.Int("workers", 2, "workers of each controller")
	flag.Parse()
	config := rest.CopyConfig(ctrl.GetConfigOrDie())
	config.RateLimiter = flowcontrol.NewFakeAlwaysRateLimiter()
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:"no limit spans 2 controllers \\(core/v1.Pod, core/v1.Secret\\): their workers share a client with no limit"
	if err != nil {
		os.Exit(1)
	}
	s := &shared{options: &controller.Options{MaxConcurrentReconciles: *workers}, names: make(map[string]bool)}
	if err := set(mgr, s); err != nil {
		os.Exit(1)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		os.Exit(1)
	}
}
