// Command again has a runnable that adds itself once more, and nothing that is seen to start its manager.
package main

import (
	"context"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

type restarter struct{ mgr ctrl.Manager }

func (r *restarter) Start(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctrl.NewControllerManagedBy(r.mgr).For(&corev1.Node{}).WithOptions(controller.Options{MaxConcurrentReconciles: 2}).Complete(&inert.Reconciler{})
	}
	return r.mgr.Add(&restarter{r.mgr})
}

func main() {
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{}) // want RL1000:""
	if err != nil {
		log.Fatal(err)
	}
	if err := mgr.Add(&restarter{mgr}); err != nil {
		log.Fatal(err)
	}
}
