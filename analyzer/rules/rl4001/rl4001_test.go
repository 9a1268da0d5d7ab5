package rl4001

import (
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/pairs"
)

func TestMessage(t *testing.T) {
	at := func(change func(*pairs.Pair)) pairs.Pair {
		pair := pairs.Pair{Version: "v0.24.1"}
		pair.Length = int64(30 * time.Second)
		change(&pair)
		return pair
	}
	const retries = "after 5 ms, 10 ms, … up to 1000 s"
	messagetest.Run(t, func(p pairs.Pair) string { return message(p, retries) }, map[string]pairs.Pair{
		"returning an error drops RequeueAfter (30s): the retry comes after 5 ms, 10 ms, … up to 1000 s; return nil with the RequeueAfter, " +
			"or the error with an empty Result": at(func(*pairs.Pair) {}),
		"returning an error drops RequeueAfter: the retry comes after 5 ms, 10 ms, … up to 1000 s; return nil with the RequeueAfter, or the " +
			"error with an empty Result": at(func(p *pairs.Pair) { p.Length = 0 }),
		"where this error is not nil, it drops RequeueAfter (1m): the retry comes after 5 ms, 10 ms, … up to 1000 s; return nil with the " +
			"RequeueAfter, or the error with an empty Result": at(func(p *pairs.Pair) { p.Maybe, p.Length = true, int64(time.Minute) }),
		"the error from before the status was written drops RequeueAfter (30s): the retry comes after 5 ms, 10 ms, … up to 1000 s; look at " +
			"that error first": at(func(p *pairs.Pair) { p.Maybe, p.Older = true, true }),
		"where this deferred call sets an error or a Result, the error drops RequeueAfter (30s): the retry comes after 5 ms, 10 ms, … up to " +
			"1000 s; empty the Result where there is an error": at(func(p *pairs.Pair) { p.Maybe, p.Deferred = true, true }),
		"returning an error drops Requeue: the error alone brings the request back, and controller-runtime v0.24.1 logs a warning each time": at(
			func(p *pairs.Pair) { p.Requeue, p.Length = true, 0 }),
		"returning an error drops Requeue: the error alone brings the request back": at(
			func(p *pairs.Pair) { p.Requeue, p.Length, p.Version = true, 0, "v0.15.3" }),
		"returning a TerminalError drops RequeueAfter (30s): controller-runtime v0.24.1 does not retry the request at all": at(
			func(p *pairs.Pair) { p.Terminal = true }),
		"returning a TerminalError drops Requeue: controller-runtime v0.24.1 does not retry the request at all": at(
			func(p *pairs.Pair) { p.Terminal, p.Requeue, p.Length = true, true, 0 }),
	})
}
