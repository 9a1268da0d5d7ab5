package rl4003

import (
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/blocking"
)

func TestMessage(t *testing.T) {
	found := func(wait blocking.Wait) blocking.Found {
		return blocking.Found{Wait: wait, Reconciler: "bucket.Reconciler.Reconcile"}
	}
	messagetest.Run(t, message, map[string]blocking.Found{
		"time.Sleep keeps a worker of the controller waiting up to 2s, and other objects wait for the worker: bucket.Reconciler.Reconcile":                                          found(blocking.Wait{What: "time.Sleep", Length: int64(2 * time.Second)}),
		"time.Sleep keeps a worker of the controller waiting 2s again and again, and other objects wait for the worker: bucket.Reconciler.Reconcile → bucket.create → bucket.ready": found(blocking.Wait{What: "time.Sleep", Length: int64(2 * time.Second), Loop: true, Way: []string{"bucket.create", "bucket.ready"}}),
		"wait.PollUntilContextCancel keeps a worker of the controller waiting, and other objects wait for the worker: bucket.Reconciler.Reconcile":                                  found(blocking.Wait{What: "wait.PollUntilContextCancel", Loop: true}),
	})
}
