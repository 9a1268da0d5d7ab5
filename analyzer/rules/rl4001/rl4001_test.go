package rl4001

import (
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/outcome"
)

func TestMessage(t *testing.T) {
	at := func(change func(*outcome.Pair)) outcome.Pair {
		pair := outcome.Pair{Version: "v0.24.1"}
		pair.Length = int64(30 * time.Second)
		change(&pair)
		return pair
	}
	messagetest.Run(t, message, map[string]outcome.Pair{
		"RequeueAfter of 30s is ignored beside an error: controller-runtime v0.24.1 retries after 5 ms, 10 ms, … up to 1000 s instead of every 30s, unless the controller has a limiter of its own":                                  at(func(*outcome.Pair) {}),
		"RequeueAfter is ignored beside an error: controller-runtime retries after 5 ms, 10 ms, … up to 1000 s, unless the controller has a limiter of its own":                                                                      at(func(p *outcome.Pair) { p.Version, p.Length = "", 0 }),
		"RequeueAfter of 30s is ignored where the error beside it is not nil: controller-runtime v0.24.1 retries after 5 ms, 10 ms, … up to 1000 s instead of every 30s, unless the controller has a limiter of its own":             at(func(p *outcome.Pair) { p.Maybe = true }),
		"RequeueAfter of 30s is ignored where this deferred call puts it beside an error: controller-runtime v0.24.1 retries after 5 ms, 10 ms, … up to 1000 s instead of every 30s, unless the controller has a limiter of its own": at(func(p *outcome.Pair) { p.Maybe, p.Deferred = true, true }),
		"Requeue is ignored beside an error: with controller-runtime v0.24.1 the error alone brings the request back, and each time a warning is logged":                                                                             at(func(p *outcome.Pair) { p.Requeue, p.Length = true, 0 }),
		"RequeueAfter of 30s is ignored beside a TerminalError: controller-runtime v0.24.1 does not retry the request at all":                                                                                                        at(func(p *outcome.Pair) { p.Terminal = true }),
		"Requeue is ignored beside a TerminalError: controller-runtime v0.24.1 does not retry the request at all":                                                                                                                    at(func(p *outcome.Pair) { p.Terminal, p.Requeue, p.Length = true, true, 0 }),
	})
}
