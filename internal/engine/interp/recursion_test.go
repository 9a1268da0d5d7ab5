package interp_test

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/interp"
)

// A run aside follows a function that is certain to call itself as the run does from which it is forked.
func TestRecursionAside(t *testing.T) {
	p := throughFacts(t, compile(t, `package main

import "example.com/probe"

func count(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + count(n-1)
}

func main() { probe.See(count(40)) }
`))
	r := &recorder{seen: make(map[int][]string)}
	in := interp.New(p, r)
	in.Fork(r, 1_000_000).Run(p.Funcs["example.com/main.main"], nil)
	for line, got := range r.seen {
		if len(got) != 1 || got[0] != "40" {
			t.Errorf("line %d: got %q, want 40", line, got)
		}
	}
	if len(r.seen) != 1 {
		t.Errorf("%d values seen, want one", len(r.seen))
	}
}
