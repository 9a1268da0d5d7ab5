package value

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTrie compares random maps with Go's own, and what is made of several that come
// from one.
func TestTrie(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	objects := make([]*Object, 200)
	for i := range objects {
		objects[i] = &Object{seq: i + 1, common: i%10 == 0}
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
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	for round := range rounds {
		have := make(map[int]Value)
		base := change(nil, have, rng.IntN(100))
		a, b := maps.Clone(have), maps.Clone(have)
		left, right := change(base, a, rng.IntN(20)), change(base, b, rng.IntN(20))
		differ := make(map[int]bool)
		changed(left, right, func(o *Object) { differ[o.seq] = true })
		for _, o := range objects {
			if left.find(o.seq) != right.find(o.seq) != differ[o.seq] {
				t.Fatalf("round %d: object %d differs: %v", round, o.seq, differ[o.seq])
			}
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
		ways, contents := []*node{left, right}, []map[int]Value{a, b}
		for range rng.IntN(40) {
			m := maps.Clone(have)
			ways, contents = append(ways, change(base, m, rng.IntN(20))), append(contents, m)
		}
		var got []int
		merge := merger{owner: new(ownership), leaf: func(o *Object, leaves []*node) Value {
			got = append(got, o.seq)
			return Int(-1)
		}}
		joined := merge.merge(ways)
		var want []int
		for _, o := range objects {
			leaf := joined.find(o.seq)
			var values []Value // those of different ways
			lacks := false
			for _, m := range contents {
				if v, ok := m[o.seq]; !ok {
					lacks = true
				} else if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			switch {
			case len(values) == 0:
				if leaf != nil {
					t.Fatalf("round %d: object %d is %v, and none has it", round, o.seq, leaf.value)
				}
			case len(values) > 1 || lacks && o.common:
				want = append(want, o.seq)
			case leaf == nil || leaf.value != values[0]:
				t.Fatalf("round %d: object %d: %v, want %v", round, o.seq, leaf, values[0])
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("round %d: joined are %v, want %v", round, got, want)
		}
		for i, m := range contents {
			for _, o := range objects {
				if leaf, v := ways[i].find(o.seq), m[o.seq]; leaf == nil && v != nil || leaf != nil && leaf.value != v {
					t.Fatalf("round %d: to merge the ways has changed one", round)
				}
			}
		}
	}
}

// TestJoinCosts joins many ways that have hundreds of objects in common, each with hundreds of
// its own and one that all of them write: only that one is looked at.
func TestJoinCosts(t *testing.T) {
	number := 0
	object := func() *Object { number++; return NewObject("T", Place{}, number, false) }
	work := new(Work)
	base := NewMemory(work)
	for range 500 {
		base.Set(object(), Int(1))
	}
	written := object()
	base.Set(written, Int(0))
	var ways []*Memory
	var own []*Object
	for i := range 100 {
		w := base.Copy()
		for range 200 {
			own = append(own, object())
			w.Set(own[len(own)-1], Int(i))
		}
		w.Set(written, Int(i%3))
		ways = append(ways, w)
	}
	before := work.Done
	base.Join(ways)
	if did := work.Done - before; did > 10_000 {
		t.Errorf("to join one object of 100 ways takes %d units of work", did)
	}
	if u, ok := base.Get(written).(*Union); !ok || len(u.Of) != 3 {
		t.Errorf("the object that all write is %v", Text(base.Get(written)))
	}
	for i, o := range own {
		if got, _ := IntValue(base.Get(o)); got != i/200 {
			t.Fatalf("an object of way %d is %v", i/200, got)
		}
	}
}
