package rl4007

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/failure"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]failure.Lost{
		"the error of r.Get is lost: with an empty Result and no error the request counts as done, and is not tried again": {Call: "r.Get", Reconciles: true},
		"the error of update is lost: the caller takes it that all went well, whatever failed":                             {Call: "update"},
		"the error of update is lost: this err is another variable than the one that is looked at after":                   {Call: "update", How: failure.Hidden, Reconciles: true},
	})
}
