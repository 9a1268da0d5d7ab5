package told

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/losterrors/behind"
	"rllint.test/losterrors/elsewhere"
)

// calling has its steps in another package.
type calling struct {
	labeler elsewhere.Labeler
	service *elsewhere.Service
}

func (r *calling) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pods := &corev1.PodList{}
	names, err := elsewhere.Names(pods)
	pods.Items = pods.Items[:len(names)]
	if err = r.labeler.Label(ctx, pods); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, behind.Keep(r.service, names)
}
