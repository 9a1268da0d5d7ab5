package rl6001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/queuing"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]queuing.Finding{
		"nothing in this package gives the items of this queue back with Done: the queue hands each of them out once, and never again":                           {What: queuing.Anywhere},
		"the way that ends at line 12 does not give the item back with Done: the queue never hands it out again, and keeps back what is added with the same key": {Detail: "12"},
	})
}
