package main

import (
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/logging"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
)

func options(maxReconcileRate int) controller.Options {
	return controller.Options{
		Logger:                  logging.NewNopLogger(),
		MaxConcurrentReconciles: maxReconcileRate,
		GlobalRateLimiter:       ratelimiter.NewGlobal(maxReconcileRate),
	}
}
