package rl6003

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"AddRateLimited counts a failure of the item, and nothing in this package calls Forget: after a success the next error waits as if all before had failed too": {What: queuing.Anywhere},
		"the worker returns without Forget: an item that failed before keeps its failures, and the next error waits longer than it should":                            {What: queuing.Early},
		"an item that succeeds is not forgotten: it keeps its failures, and the next error waits longer than it should":                                               {},
	})
}
