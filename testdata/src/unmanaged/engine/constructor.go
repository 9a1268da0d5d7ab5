//go:build !cr19

package engine

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

type constructor func(name string, o controller.Options) (controller.Controller, error)

func (e *Engine) start(ctx context.Context, name string, o controller.Options) error {
	c, err := e.newController(name, o)
	if err != nil {
		return err
	}
	return c.Start(ctx)
}

func newUnmanaged(name string, _ ctrl.Manager, o controller.Options) (controller.Controller, error) {
	return controller.NewUnmanaged(name, o)
}

// withoutLimiter returns options that leave the limiter to controller-runtime.
func withoutLimiter() controller.Options {
	recoverPanic := true
	return controller.Options{RecoverPanic: &recoverPanic} // want RL1001:"v0.2[0-9.]+ .*nothing limits the retries of all objects together"
}
