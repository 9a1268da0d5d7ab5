package passstate

import (
	"context"

	corev1 "k8s.io/api/core/v1"
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
