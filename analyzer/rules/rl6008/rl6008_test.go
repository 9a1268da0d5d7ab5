package rl6008

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"the item is dropped after an error: nothing adds it again, and what it stands for is not done until its object changes": {},
	})
}
