package rl6004

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"nothing calls AddRateLimited on this queue: its limiter is never asked, and failures do not back off":                          {},
		"nothing calls AddRateLimited on this queue: its limiter is never asked, failures do not back off, and NumRequeues is always 0": {What: queuing.Counted},
	})
}
