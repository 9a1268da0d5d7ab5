package sleeping

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

type alone struct{ work }

func (r *alone) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func (r *alone) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(time.Minute) // want RL4003:"controller core/v1.Pod has 1 worker unless its manager sets more; reached"
	return ctrl.Result{}, nil
}

type staffed struct{ work }

func (r *staffed) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(controller.Options{MaxConcurrentReconciles: 3}).Complete(r)
}

func (r *staffed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(time.Minute) // want RL4003:"controller core/v1.Secret has 3 workers; reached"
	return ctrl.Result{}, nil
}

type crowded struct {
	work
	session *work
	scheme  *work
}

func (r *crowded) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(controller.Options{MaxConcurrentReconciles: 100}).Complete(r)
}

func (r *crowded) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(14 * time.Second) // want RL4003:"controller core/v1.ConfigMap has 100 workers; reached"
	time.Sleep(3 * time.Minute)  // want RL4003:"controller core/v1.ConfigMap has 100 workers; reached"
	for r.scheme == nil {        // until set-up is done
		time.Sleep(5 * time.Second)
	}
	for r.session == nil {
		time.Sleep(5 * time.Second) // want RL4003:"blocks here 5s at a time, with no upper bound"
		r.session = r.again()
	}
	for range 5 {
		if scheme.Scheme == nil {
			time.Sleep(time.Minute)
		}
	}
	return ctrl.Result{}, nil
}

func (r *crowded) again() *work { return &r.work }

type stubbornly struct{ work }

func (r *stubbornly) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for i := 0; i < 5; i++ {
		if r.Try() == nil {
			break
		}
		if i < 4 {
			time.Sleep(15 * time.Second) // want RL4003:"blocks here up to 1m "
		}
	}
	for i := 1; i <= 3; i++ {
		if i != 3 {
			time.Sleep(10 * time.Second) // want RL4003:"blocks here up to 20s "
		}
	}
	return ctrl.Result{}, nil
}

// simPods takes the place of what reconciles pods in end-to-end tests.
type simPods struct{ work }

func (r *simPods) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}
