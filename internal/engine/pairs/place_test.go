package pairs

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
)

// Places have one order, whatever differs in them: facts and findings have the places in it.
func TestPlaceOrder(t *testing.T) {
	at := code.Place{File: "a.go", Line: 3, Column: 2}
	list := []Place{
		{Place: at}, {Place: at, Length: 1}, {Place: at, Requeue: true}, {Place: at, Maybe: true}, {Place: at, Deferred: true},
		{Place: at, Older: true}, {Place: at, Brought: true}, {Place: at, Denied: true}, {Place: at, Foreign: true}, {Place: at, Terminal: true},
	}
	for i, a := range list {
		for j, b := range list {
			if got, back := comparePlaces(a, b), comparePlaces(b, a); (got == 0) != (i == j) || got != -back {
				t.Errorf("%+v and %+v compare as %d, the other way round as %d", a, b, got, back)
			}
		}
	}
}

// A queue's back-off is harmless beside an error that may be nil, but for one that says not to retry.
func TestHarmless(t *testing.T) {
	for place, want := range map[Place]bool{
		{Requeue: true, Maybe: true}: true, {Requeue: true}: false, {Maybe: true}: false, {Requeue: true, Maybe: true, Terminal: true}: false,
	} {
		if got := place.harmless(); got != want {
			t.Errorf("%+v is harmless: %t, want %t", place, got, want)
		}
	}
}
