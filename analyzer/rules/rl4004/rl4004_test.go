package rl4004

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/outcome"
)

func TestMessage(t *testing.T) {
	for version, want := range map[string]string{
		"":        "the request that the limiter turned away is dropped: for an empty Result without an error controller-runtime forgets it, and the change that brought it is not acted upon",
		"v0.25.2": "the request that the limiter turned away is dropped: for an empty Result without an error controller-runtime v0.25.2 forgets it, and the change that brought it is not acted upon",
	} {
		if got := message(outcome.Pair{Version: version}); got != want {
			t.Errorf("the message is\n%s\nwant\n%s", got, want)
		}
	}
}
