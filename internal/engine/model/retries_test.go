package model

import (
	"testing"
	"time"

	"github.com/rllint/rllint/internal/engine/judge"
)

func TestRetries(t *testing.T) {
	with := func(verdict judge.Verdict, value string) *Controller {
		return &Controller{Reconciler: "m.Reconciler", Limits: map[*judge.Attribute]Limit{judge.Limiter: {Verdict: verdict, Value: value}}}
	}
	unset, unknown := with(judge.Unset, ""), with(judge.Unknown, "")
	slow := with(judge.Shared, "bucket 10/s burst 100, back-off 1s to 1m0s")
	for want, list := range map[string][]*Controller{
		defaultRetries:             {unset, unset},
		"after 1s, 2s, … up to 1m": {slow},
		unknownRetries:             {unset, slow},
	} {
		if got := (&Result{Controllers: list}).Retries("m.Reconciler"); got != want {
			t.Errorf("the retry comes %s, want %s", got, want)
		}
	}
	for _, list := range [][]*Controller{nil, {unknown}, {with(judge.Adhoc, "back-off base (a setting) to 1m0s")}} {
		if got := (&Result{Controllers: list}).Retries("m.Reconciler"); got != unknownRetries {
			t.Errorf("the retry comes %s, want it not to be known", got)
		}
	}
	if got := (&Result{Controllers: []*Controller{unset}}).Retries(""); got != unknownRetries {
		t.Errorf("a function that is no method has the controller of another: %s", got)
	}
}

func TestShort(t *testing.T) {
	for d, want := range map[time.Duration]string{time.Minute: "1m", time.Hour: "1h", 90 * time.Second: "1m30s", 90 * time.Minute: "1h30m",
		100 * time.Millisecond: "100ms", 10 * time.Second: "10s"} {
		if got := Short(d); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
