// Package platform has limits of kinds that no analysis of this code can know:
// tokens, and the rate itself, come from a service.
package platform

import (
	"context"
	"os"
	"strconv"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Budget is served by the platform.
type Budget interface {
	Spend(ctx context.Context) error
}

// Reconciler spends a token of a budget before each reconcile.
type Reconciler struct {
	Inner  reconcile.Reconciler
	Budget Budget
}

// Reconcile spends a token, then calls the inner reconciler.
func (r *Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if err := r.Budget.Spend(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return r.Inner.Reconcile(ctx, req)
}

// Spending does the same in another form.
func Spending(inner reconcile.Reconciler, b Budget) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		if err := b.Spend(ctx); err != nil {
			return reconcile.Result{}, err
		}
		return inner.Reconcile(ctx, req)
	})
}

// Rate is what the platform allows this program.
func Rate() (int, error) { return strconv.Atoi(os.Getenv("PLATFORM_ALLOWANCE")) }
