package passstate

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/passstate/keeping"
)

// binds keeps what it works on in types of another package.
type binds struct {
	client.Client
	keeping.Base
	phases []keeping.Phase
	safe   *keeping.Safe
	known  *keeping.Known
}

func (r *binds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		r.known.Remove(req.NamespacedName)
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.known.Add(req.NamespacedName)
	r.safe.See(&pod)
	r.Bind(&pod) // want RL4011:"Reconcile keeps state of a request in binds.Base.owner and 1 more"
	for _, phase := range r.phases {
		phase.Prepare(&pod)
		if err := phase.Run(); err != nil {
			return ctrl.Result{}, err
		}
	}
	own := new(keeping.Base)
	own.Bind(&pod)
	return ctrl.Result{}, r.Update(ctx, r.Owner())
}

// handed changes in place what its fields point to, and hands that out.
type handed struct {
	client.Client
	config   *rest.Config
	template *corev1.Pod
	fixed    *rest.Config
}

func (r *handed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.config.Impersonate.UserName = req.Namespace // want RL4011:"in handed.config.Impersonate.UserName"
	if _, err := rest.HTTPClientFor(r.config); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.start(ctx, req); err != nil {
		return ctrl.Result{}, err
	}
	own := rest.CopyConfig(r.fixed)
	own.Impersonate.UserName = req.Namespace
	_, err := rest.HTTPClientFor(own)
	return ctrl.Result{}, err
}

func (r *handed) start(ctx context.Context, req ctrl.Request) error {
	pod := r.template
	pod.Name, pod.Namespace = req.Name, req.Namespace // want RL4011:"in handed.template.ObjectMeta.Name"
	if err := r.Create(ctx, pod); err != nil {
		return err
	}
	other := r.template.DeepCopy()
	other.Labels = map[string]string{"of": req.Name}
	return r.Create(ctx, other)
}
