package passstate

import (
	"context"

	corev1 "k8s.io/api/core/v1"
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
