// Package reconcilers has reconcilers of which other packages make groups, and nothing that limits them.
package reconcilers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/grouped/group"
)

// A Labeller does a part of the work.
type Labeller struct {
	Client client.Client
	name   string
}

// Describe names it.
func (l *Labeller) Describe(name string) { l.name = name }

// Reconcile does the work.
func (l *Labeller) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var pod corev1.Pod
	return reconcile.Result{}, client.IgnoreNotFound(l.Client.Get(ctx, req.NamespacedName, &pod))
}

// Pods reconciles pods by a group.
type Pods struct {
	client client.Client
	group  *group.Group
}

// NewPods makes the group.
func NewPods(c client.Client, more ...group.Member) *Pods {
	members := []group.Member{&Labeller{Client: c}}
	members = append(members, more...)
	return &Pods{client: c, group: group.New("pods", members...)}
}

// Reconcile hands on to the group.
func (p *Pods) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var pod corev1.Pod
	if err := p.client.Get(ctx, req.NamespacedName, &pod); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	return p.group.Reconcile(ctx, req)
}

// SetupWithManager sets the controller up.
func (p *Pods) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(p)
}
