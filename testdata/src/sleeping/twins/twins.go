// Package twins calls each of two interfaces with the same methods: no type is in both.
package twins

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/sleeping/twins/far"
)

type fetches struct{ of far.Fetcher }

func (r *fetches) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.of.Do(ctx)
}

type drains struct{ of far.Drainer }

func (r *drains) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.of.Do(ctx)
}

var _ = []any{&fetches{far.NewFetcher()}, &drains{far.NewDrainer()}}
