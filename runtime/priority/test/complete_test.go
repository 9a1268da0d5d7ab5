//go:build go1.25

package test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// buildManager is as much of a manager as a builder asks for. It starts nothing.
type buildManager struct{ manager.Manager }

func (buildManager) GetControllerOptions() config.Controller {
	skip := true
	return config.Controller{SkipNameValidation: &skip}
}
func (buildManager) GetLogger() logr.Logger     { return logr.Discard() }
func (buildManager) Add(manager.Runnable) error { return nil }

// One call keeps priorities: an urgent request takes the controller's next token.
func TestBuildKeepsPriorities(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits, err := ratelimiter.New(10)
		if err != nil {
			t.Fatal(err)
		}
		log := simulation.NewLog()
		urgent := simulation.Request("urgent")
		const when = time.Minute + 3*time.Millisecond
		c, err := ratelimiter.Build(builder.ControllerManagedBy(buildManager{}).Named("one-call").
			WatchesRawSource(simulation.Appear(simulation.Objects("object", 2000), 0)).
			WatchesRawSource(appear(t, when, 100, urgent)),
			log.Reconciler(nil), limits, ratelimiter.WithQueue(priority.Queue[reconcile.Request]))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- c.Start(ctx) }()
		time.Sleep(2 * time.Minute)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		if at, ok := log.First(urgent); !ok || at-when > time.Second/10 {
			t.Errorf("the urgent request waited %v (reconciled: %v), want a turn: 100ms", at-when, ok)
		}
	})
}
