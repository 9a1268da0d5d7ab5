package rl6005

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"an event is added with AddRateLimited, which counts it as a failure of the item: at a start all objects wait for the limiter":    {},
		"an event is added with AddRateLimited, which counts it as a failure of the request: at a start all objects wait for the limiter": {What: queuing.Watch},
	})
}
