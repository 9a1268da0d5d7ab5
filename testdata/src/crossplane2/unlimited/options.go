package main

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/logging"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
)

func options(maxReconcileRate int) controller.Options {
	return controller.Options{
		Logger:                  logging.NewNopLogger(),
		MaxConcurrentReconciles: maxReconcileRate,
		GlobalRateLimiter:       ratelimiter.NewGlobal(maxReconcileRate),
	}
}
