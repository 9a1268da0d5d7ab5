package value

import (
	"slices"
	"testing"
)

// A walk visits a value once, in however many it is, and those in memory where it is told to.
func TestWalk(t *testing.T) {
	m := NewMemory(nil)
	shared := &Unknown{Why: "shared", Deps: []Value{&Param{Name: "p"}}}
	inner := NewObject("inner", Place{}, 1, false)
	m.Set(inner, &Struct{Fields: map[string]Value{"B": shared, "A": Int(1)}, Rest: &Param{Name: "rest"}})
	list := NewObject("array", Place{}, 2, false)
	m.Set(list, &Array{Elems: []Value{Int(2), Int(3), Int(4)}, Rest: Zero{}})
	v := Tuple{&Arith{Op: "+", X: shared, Y: shared}, Ptr{Obj: inner, Path: "B/"}, Slice{Obj: list, Lo: 1, Hi: 2}, &Iface{V: Ptr{Obj: inner}}}

	var got []string
	visit := func(v Value, depth int) bool {
		switch v.(type) {
		case *Unknown, *Basic, *Param:
			got = append(got, Text(v))
		}
		return true
	}
	for _, test := range []struct {
		memory               *Memory
		whole, known, anyhow bool
		want                 []string
	}{
		{nil, false, false, false, []string{"shared", "p"}},
		{m, false, false, false, []string{"shared", "p", "3", "1", "rest"}},
		{m, true, false, false, []string{"shared", "p", "1", "rest", "2", "3", "4"}},
		{m, false, true, false, []string{"shared", "p", "3", "1"}},
		{m, false, false, true, []string{"shared", "p", "3", "1", "rest"}},
	} {
		got = nil
		w := Walker{Visit: visit, Memory: test.memory, Whole: test.whole, Known: test.known, Anyhow: test.anyhow}
		if all := w.Walk(v); !all {
			t.Error("the walk is cut short")
		}
		if test.whole {
			got = slices.Compact(got) // both pointers lead to the whole object
		}
		if !test.whole && !slices.Equal(got, test.want) {
			t.Errorf("memory %t, known %t: visited %q, want %q", test.memory != nil, test.known, got, test.want)
		}
		for _, text := range test.want {
			if !slices.Contains(got, text) {
				t.Errorf("whole %t: %s is not visited", test.whole, text)
			}
		}
	}
}

// A value that is added to itself over and over has few parts and many ways to them; one that is too large is not walked
// to its end.
func TestWalkEnds(t *testing.T) {
	v := Value(&Unknown{Why: "leaf"})
	for range 64 {
		v = &Arith{Op: "+", X: v, Y: v}
	}
	leaves := 0
	Any(v, func(x Value) bool {
		if _, ok := x.(*Unknown); ok {
			leaves++
		}
		return false
	})
	if leaves != 1 {
		t.Errorf("the leaf is visited %d times", leaves)
	}
	for range MaxWalked {
		v = &Arith{Op: "-", X: v}
	}
	if !Any(v, func(Value) bool { return false }) {
		t.Error("a walk that is too long counts as no")
	}
}
