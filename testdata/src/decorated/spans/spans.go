// Package spans traces calls, as a generator makes it of an interface of another package.
package spans

import (
	"context"
	"log"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/decorated/contract"
)

// Spanned traces the calls of what it embeds.
type Spanned struct {
	contract.Reconciler
	note func(span string, params, results map[string]any)
}

// New returns a decorator of base.
func New(base contract.Reconciler, note ...func(span string, params, results map[string]any)) Spanned {
	s := Spanned{Reconciler: base}
	if len(note) > 0 && note[0] != nil {
		s.note = note[0]
	}
	return s
}

// Reconcile calls the decorated reconciler.
func (s Spanned) Reconcile(ctx context.Context, req reconcile.Request) (result reconcile.Result, err error) {
	defer func() {
		if s.note != nil {
			s.note("Reconcile", map[string]any{"req": req}, map[string]any{"result": result, "err": err})
		} else if err != nil {
			log.Print(err)
		}
	}()
	return s.Reconciler.Reconcile(ctx, req)
}

// Print is a note that is printed.
func Print() func(span string, params, results map[string]any) {
	return func(span string, params, results map[string]any) { log.Print(span, params, results) }
}

// Counted counts the calls of what it holds.
type Counted struct {
	base  contract.Plain
	calls map[string]int
}

// Count returns another decorator of base.
func Count(base contract.Plain) *Counted {
	return &Counted{base: base, calls: make(map[string]int)}
}

// Reconcile calls the decorated reconciler.
func (c *Counted) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	c.calls[req.Namespace]++ // want RL4011:"writes into the map Counted.calls without a lock"
	return c.base.Reconcile(ctx, req)
}
