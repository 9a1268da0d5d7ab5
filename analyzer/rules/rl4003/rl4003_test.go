package rl4003

import (
	"testing"
	"time"

	"github.com/rllint/rllint/internal/engine/blocking"
)

func TestMessage(t *testing.T) {
	for _, test := range []struct {
		wait blocking.Wait
		want string
	}{
		{
			blocking.Wait{What: "time.Sleep", Length: int64(2 * time.Second)},
			"time.Sleep keeps a worker of the controller waiting up to 2s, and other objects wait for the worker: bucket.Reconciler.Reconcile",
		},
		{
			blocking.Wait{What: "time.Sleep", Length: int64(2 * time.Second), Loop: true, Way: []string{"bucket.create", "bucket.ready"}},
			"time.Sleep keeps a worker of the controller waiting 2s again and again, and other objects wait for the worker: bucket.Reconciler.Reconcile → bucket.create → bucket.ready",
		},
		{
			blocking.Wait{What: "wait.PollUntilContextCancel", Loop: true},
			"wait.PollUntilContextCancel keeps a worker of the controller waiting, and other objects wait for the worker: bucket.Reconciler.Reconcile",
		},
	} {
		if got := message(blocking.Found{Wait: test.wait, Reconciler: "bucket.Reconciler.Reconcile"}); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
