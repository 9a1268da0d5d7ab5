package rl6002

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"Forget takes back the failure that AddRateLimited has just counted: each retry waits as short as the first":                          {What: queuing.Reset},
		"Add after an error puts the item back at once: an object that keeps failing is retried as fast as the workers can, without back-off": {},
	})
}
