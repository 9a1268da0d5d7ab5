package passstate

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// hashes is a map that two controllers write into, which have a worker each.
var hashes = map[string]int{}

type secrets struct{ client.Client }

func (r *secrets) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(r)
}

func (r *secrets) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	hashes["secret"] = len(req.Name) // want RL4011:"the reconcilers of 2 controllers write into the map variable hashes without a lock: they run at the same time, and the program can crash; guard it with a mutex"
	return ctrl.Result{}, nil
}

type services struct{ client.Client }

func (r *services) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}

func (r *services) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	hashes["service"] = len(req.Name)
	return ctrl.Result{}, nil
}

// unused has no controller.
type unused struct{ client.Client }

func (r *unused) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	hashes["unused"] = len(req.Name)
	return ctrl.Result{}, nil
}

// unlocking leaves its lock to its callers where a method's name says so.
type unlocking struct {
	mu    sync.Mutex
	names map[string]string
}

func (u *unlocking) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.names[req.Name] = req.Namespace
	u.dropUnlocked(req.Name)
	return ctrl.Result{}, nil
}

func (u *unlocking) dropUnlocked(name string) { delete(u.names, name) }
