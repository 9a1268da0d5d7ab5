package rl4005

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/mistakes"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]mistakes.Mistake{
		"10 is a delay of 10ns, which is none: name its unit, such as 10 * time.Second": {Text: "10",
			Value: 10},
		"time.Duration(seconds) counts nanoseconds, so that there is no delay: multiply it by its unit": {Kind: mistakes.Counted, Text: "time.Duration(seconds)"},
		"RequeueAfter is not positive once the time in time.Until(t) has passed, and the request is then dropped: max with a short delay lets " +
			"it come back": {Kind: mistakes.Passed, Text: "time.Until(t)"},
	})
}
