package host

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// What code that is not read may use is looked for only where a rule asks: to walk over all that each call is handed took half the
// time of a program with a bucket for something else.
func TestWatches(t *testing.T) {
	h := New(nil, nil)
	h.Whole = true
	h.input("flag", "workers", value.Place{})
	if h.watches() {
		t.Error("no rule asks about a flag for workers")
	}
	for _, name := range []string{"max-reconcile-rate", "kube-api-qps"} {
		i := h.input("flag", name, value.Place{})
		if !h.watches() {
			t.Errorf("a rule asks about the flag %s", name)
		}
		h.leave(i)
		if h.watches() || !h.Left(i) {
			t.Errorf("the flag %s is left to code that is not read: there is nothing more to tell of it", name)
		}
	}

	rate := h.input("flag", "rate", value.Place{})
	for name, test := range map[string]struct {
		l    Limiter
		want bool
	}{
		"a constant":          {Limiter{Kind: known.Bucket, Args: []value.Value{value.Int(5)}}, false},
		"no input":            {Limiter{Kind: known.Bucket, Args: []value.Value{&value.Unknown{Why: "the result of rate.Every"}}}, false},
		"an input":            {Limiter{Kind: known.Bucket, Args: []value.Value{rate}}, true},
		"made from an input":  {Limiter{Kind: known.Bucket, Args: []value.Value{&value.Arith{Op: "*", X: rate, Y: value.Int(2)}}}, true},
		"no bucket":           {Limiter{Args: []value.Value{rate}}, false},
		"nothing is known of": {Limiter{Kind: known.Bucket}, false},
	} {
		if got := test.l.filledByInput(); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
