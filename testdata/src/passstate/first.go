package passstate

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// keepsFirst makes its connection of the first object, and its zone of nothing of it.
type keepsFirst struct {
	client.Client
	conn, zone, again *conn
}

type conn struct{ secret string }

func dial(ctx context.Context, secret string) (*conn, error) { return &conn{secret}, ctx.Err() }

func (r *keepsFirst) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	c, err := r.connect(ctx, &pod)
	if err != nil {
		return ctrl.Result{}, err
	}
	if r.zone == nil {
		if r.zone, err = dial(ctx, "zone"); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.renewed(ctx, &pod); err != nil {
		return ctrl.Result{}, err
	}
	println(c.secret, r.zone.secret, r.again.secret)
	return ctrl.Result{}, nil
}

func (r *keepsFirst) connect(ctx context.Context, pod *corev1.Pod) (*conn, error) {
	if r.conn != nil {
		return r.conn, nil
	}
	c, err := dial(ctx, pod.Spec.ServiceAccountName)
	if err != nil {
		return nil, err
	}
	r.conn = c // want RL4011:"Reconcile keeps in keepsFirst.conn what it makes of the first request, and uses that for all others: keep one for each, by what it is made of"
	return c, nil
}

// renewed begins anew for each.
func (r *keepsFirst) renewed(ctx context.Context, pod *corev1.Pod) error {
	r.again = nil
	if r.again == nil {
		c, err := dial(ctx, pod.Spec.ServiceAccountName)
		if err != nil {
			return err
		}
		r.again = c
	}
	return nil
}

// dialsOnce connects by what it has read of the first object, and to one place by a setting that has a name of its own.
type dialsOnce struct {
	client.Client
	conn, shared *conn
	settings     client.ObjectKey
}

func (r *dialsOnce) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	var pod, settings corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if r.conn == nil || r.conn.secret == "" {
		r.conn = &conn{secret: pod.Spec.ServiceAccountName} // want RL4011:"Reconcile keeps in dialsOnce.conn what it makes of the first request"
	}
	if err := r.Get(ctx, r.settings, &settings); err != nil {
		return ctrl.Result{}, err
	}
	if r.shared == nil {
		r.shared = &conn{secret: settings.Spec.ServiceAccountName}
	}
	println(r.conn.secret, r.shared.secret)
	return ctrl.Result{}, nil
}
