package host

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// TestSimplified has random ways that part by switches. What is left of them covers the same outcomes of the switches with the
// same limiters asked, each state once, and no two that differ in one switch alone.
func TestSimplified(t *testing.T) {
	const switches = 4
	random := rand.New(rand.NewPCG(1, 2))
	at := func(i int) code.Pos { return code.Pos{Place: code.Place{File: "p.go", Line: i + 1}} }
	// covered returns, for each outcome of all switches, which limiters are asked there on some way.
	covered := func(list []*state) (out [1 << switches][2]bool) {
		for _, s := range list {
			for i := range out {
				if !slices.ContainsFunc(s.switches, func(one Switch) bool { return one.Yes != (i>>(one.At.Line-1)&1 == 1) }) {
					out[i][len(s.asked)] = true
				}
			}
		}
		return out
	}
	for range 2000 {
		p := &probe{states: make(map[string]*state), places: make(map[code.Pos]int)}
		var list []*state
		var union []value.Value
		for range 1 + random.IntN(20) {
			s := state{asked: []int{7}[:random.IntN(2)]}
			for i := range switches {
				if random.IntN(3) > 0 {
					s.switches = append(s.switches, Switch{at(i), random.IntN(2) == 0})
				}
			}
			list = append(list, p.intern(s))
			union = append(union, list[len(list)-1])
		}
		got, ok := p.simplified(&value.Union{Of: union})
		if !ok || covered(got) != covered(list) {
			t.Fatalf("%d states of %d cover something else", len(got), len(list))
		}
		keys := make(map[string]bool)
		for _, s := range got {
			if keys[s.key] {
				t.Fatalf("the state %q is there twice", s.key)
			}
			keys[s.key] = true
		}
		for _, s := range got {
			for i := range s.switches {
				if keys[p.keyOf(s.asked, s.switches, i)] {
					t.Fatalf("the state %q and one that differs in one switch are left", s.key)
				}
			}
		}
	}
}
