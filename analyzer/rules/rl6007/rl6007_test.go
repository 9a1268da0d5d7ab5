package rl6007

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"the key is of type *Pod, so that two keys for one object are not equal: events are not merged, and failures do not back off":                                {Detail: "*Pod"},
		"the key of type holder holds a pointer or an interface, so that two keys for one object are not equal: events are not merged, and failures do not back off": {Detail: "holder", What: queuing.HoldsObject},
	})
}
