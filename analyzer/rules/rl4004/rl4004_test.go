package rl4004

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/outcome"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]outcome.Pair{
		"the request that the limiter turned away is dropped: for an empty Result without an error controller-runtime forgets it, and the change that brought it is not acted upon":         {},
		"the request that the limiter turned away is dropped: for an empty Result without an error controller-runtime v0.25.2 forgets it, and the change that brought it is not acted upon": {Version: "v0.25.2"},
	})
}
