package value

import (
	"go/constant"
	"math/rand/v2"
	"slices"
	"testing"
)

// Maps are joined at once as they would be one after the other, each entry looked for among all.
func TestJoinEntries(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	unknown := []Value{&Unknown{Why: "a"}, &Unknown{Why: "a"}, &Param{Name: "p"}, &Param{Name: "p"}, &Param{Name: "q[]"}, &Param{Name: "q[]"}}
	number := func(n int) Value { return &Basic{Val: constant.MakeInt64(int64(n))} }
	key := func() Value {
		if n := random.IntN(3 * len(unknown)); n < len(unknown) {
			return unknown[n]
		}
		return &Iface{Type: []string{"int", "uint"}[random.IntN(2)], V: number(random.IntN(5))}
	}
	for range 2000 {
		list := make([]Value, 2+random.IntN(4))
		for i := range list {
			e := &Entries{}
			for range random.IntN(8) {
				e.Set(key(), number(random.IntN(3)), false)
			}
			list[i] = e
		}
		first := list[0].(*Entries)
		want := &Entries{Keys: slices.Clone(first.Keys), Vals: slices.Clone(first.Vals)}
		for _, v := range list[1:] {
			for i, k := range v.(*Entries).Keys {
				want.Set(k, v.(*Entries).Vals[i], true)
			}
		}
		got := JoinAll(list, nil).(*Entries)
		if !slices.EqualFunc(got.Keys, want.Keys, SameKey) {
			t.Fatalf("joined maps have the keys %v, want %v", got.Keys, want.Keys)
		}
		for i, v := range got.Vals {
			if !slices.EqualFunc(possible(v), possible(want.Vals[i]), Same) {
				t.Fatalf("joined maps have %#v for %#v, want %#v", v, got.Keys[i], want.Vals[i])
			}
		}
	}
}

// Maps that have an entry each more than the last, as the ways out of a loop bring them, join in the work of reading them:
// to look for each entry among all would take hundreds of times as much.
func TestJoinEntriesCosts(t *testing.T) {
	const ways = 500
	var list []Value
	entries := 0
	for n := range ways {
		e := &Entries{}
		for i := range n {
			k := Value(&Basic{Val: constant.MakeInt64(int64(ways*n + i))})
			e.Keys, e.Vals = append(e.Keys, k), append(e.Vals, k)
			entries++
		}
		list = append(list, e)
	}
	work := &Work{Limit: 1 << 40}
	if got := len(JoinAll(list, work).(*Entries).Keys); got != entries {
		t.Fatalf("%d entries, want %d", got, entries)
	}
	if work.Done > 4*entries {
		t.Errorf("took work of %d for %d entries", work.Done, entries)
	}
}

// possible lists what a value can be.
func possible(v Value) []Value {
	if u, ok := v.(*Union); ok {
		return u.Of
	}
	return []Value{v}
}
