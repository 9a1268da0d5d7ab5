// Package group has a reconciler that calls several.
package group

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Member is one of them.
type Member interface {
	reconcile.Reconciler
	Describe(string)
}

// A Group calls its members one after another.
type Group struct {
	members []Member
	name    string
}

// New makes a group.
func New(name string, members ...Member) *Group {
	return &Group{members: members, name: name}
}

// Add adds a member.
func (g *Group) Add(m Member) { g.members = append(g.members, m) }

// Reconcile calls the members.
func (g *Group) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	return g.run(ctx, req)
}

func (g *Group) run(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	for _, m := range g.members {
		if _, err := m.Reconcile(ctx, req); err != nil {
			return reconcile.Result{}, err
		}
	}
	return reconcile.Result{}, nil
}
