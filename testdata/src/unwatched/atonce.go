package main

import (
	"context"
	"net/http"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// loader reads what a set-up function needs.
type loader struct{ reader client.Reader }

func newLoader(r client.Reader) *loader { return &loader{reader: r} }

func (l *loader) load(ctx context.Context) (*corev1.ConfigMap, error) {
	config := &corev1.ConfigMap{}
	return config, l.reader.Get(ctx, client.ObjectKey{Name: "defaults"}, config)
}

func migrate(ctx context.Context, c client.Client) error {
	var pods corev1.PodList
	return c.List(ctx, &pods)
}

func setUpAtOnce(ctx context.Context, mgr ctrl.Manager, r *reads) error {
	config, err := newLoader(mgr.GetClient()).load(ctx) // want RL7003:"reads with the manager's client before the manager has started"
	if err != nil || config == nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

func setUpMigrated(ctx context.Context, mgr ctrl.Manager, r *reads) error {
	if err := migrate(ctx, mgr.GetClient()); err != nil { // want RL7003:"migrate reads with the manager's client before the manager has started"
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

// setUpLive asks the API server itself.
func setUpLive(ctx context.Context, mgr ctrl.Manager, r *reads) error {
	config, err := newLoader(mgr.GetAPIReader()).load(ctx)
	if err != nil || config == nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

// reads has nothing to do.
type reads struct{ client.Client }

func (r *reads) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// kept has a manager's client in a field, and live one that asks the API server itself.
type kept struct {
	client client.Client
	live   client.Client
}

func newKept(mgr ctrl.Manager, live client.Client) *kept { return newKeptBy(mgr, live) }

func newKeptBy(mgr ctrl.Manager, live client.Client) *kept {
	return &kept{client: mgr.GetClient(), live: live}
}

func (k *kept) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (k *kept) setUp(ctx context.Context, mgr ctrl.Manager) error {
	if err := k.live.Get(ctx, client.ObjectKey{Name: "first"}, &corev1.Node{}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Named("kept").Complete(k); err != nil {
		return err
	}
	return k.client.Get(ctx, client.ObjectKey{Name: "first"}, &corev1.Node{}) // want RL7003:"k.client.Get reads with the manager's client before the manager has started"
}

// admits is asked by the API server while the manager runs.
type admits struct {
	mgr    ctrl.Manager
	client client.Client
}

func newAdmits(mgr ctrl.Manager) *admits { return &admits{mgr: mgr, client: mgr.GetClient()} }

func (a *admits) Handle(ctx context.Context, _ admission.Request) admission.Response {
	if !knows(a.mgr) {
		return admission.Denied("unknown")
	}
	if err := migrate(ctx, a.client); err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.Allowed("")
}

func knows(mgr ctrl.Manager) bool { return mgr.GetScheme() != nil }
