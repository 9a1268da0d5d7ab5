package interp

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTrie compares random maps with Go's own, and what differs between two that come
// from one.
func TestTrie(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	objects := make([]*Object, 200)
	for i := range objects {
		objects[i] = &Object{seq: i + 1}
	}
	change := func(n *node, m map[int]Value, times int) *node {
		owner := new(ownership) // of the nodes that this change makes, so that base stays as it is
		for range times {
			o := objects[rng.IntN(len(objects))]
			v := Int(rng.IntN(1000))
			n, m[o.seq] = n.with(o, v, owner), v
		}
		return n
	}
	for round := range 2000 {
		have := make(map[int]Value)
		base := change(nil, have, rng.IntN(100))
		a, b := maps.Clone(have), maps.Clone(have)
		left, right := change(base, a, rng.IntN(20)), change(base, b, rng.IntN(20))
		for _, o := range objects {
			for _, pair := range []struct {
				n *node
				m map[int]Value
			}{{base, have}, {left, a}, {right, b}} {
				leaf := pair.n.find(o.seq)
				if v, ok := pair.m[o.seq]; ok != (leaf != nil) || ok && leaf.value != v {
					t.Fatalf("round %d: object %d: %v, want %v", round, o.seq, leaf, v)
				}
			}
		}
		var want, got []int
		for _, o := range objects {
			if left.find(o.seq) != right.find(o.seq) {
				want = append(want, o.seq)
			}
		}
		left.differences(right, func(o *Object) { got = append(got, o.seq) })
		if !slices.Equal(got, want) {
			t.Fatalf("round %d: different are %v, want %v", round, got, want)
		}
	}
}
