package passstate

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/keymutex"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// captured keeps the object that it reads, which its deferred function has too.
type captured struct {
	client.Client
	pod *corev1.Pod
}

func (r *captured) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	pod := &corev1.Pod{}
	err = r.Get(ctx, req.NamespacedName, pod)
	r.pod = pod // want RL4011:"Reconcile keeps state of a request in captured.pod"
	defer func() { log.FromContext(ctx).Info("done", "pod", pod.Name) }()
	return ctrl.Result{}, client.IgnoreNotFound(r.sync(ctx))
}

func (r *captured) sync(ctx context.Context) error { return r.Update(ctx, r.pod) }

// keyed locks the name of its object, which others do not wait for.
type keyed struct {
	client.Client
	names keymutex.KeyMutex
	seen  map[string]int
}

func (r *keyed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.names.LockKey(req.Name)
	defer func() { _ = r.names.UnlockKey(req.Name) }()
	r.seen[req.Name]++ // want RL4011:"writes into the map keyed.seen without a lock"
	return ctrl.Result{}, nil
}

func (r *keyed) forget(name string) { delete(r.seen, name) }
