package ssacode

import (
	"maps"
	"slices"
	"testing"
)

// TestSet adds what members lead to, each once, also in a circle.
func TestSet(t *testing.T) {
	next := map[int][]int{1: {2, 3}, 2: {1}, 3: {4}, 5: {6}}
	followed := 0
	var s Set[int]
	spread := func() {
		s.Spread(func(n int) {
			followed++
			s.Add(next[n]...)
		})
	}
	s.Add(1, 1)
	spread()
	if got := slices.Sorted(maps.Keys(s.Has)); !slices.Equal(got, []int{1, 2, 3, 4}) || followed != 4 {
		t.Errorf("1 leads to %v, followed %d times", got, followed)
	}
	next[4] = []int{5}
	spread() // nothing was added
	s.Again()
	spread()
	if got := slices.Sorted(maps.Keys(s.Has)); !slices.Equal(got, []int{1, 2, 3, 4, 5, 6}) {
		t.Errorf("once more, 1 leads to %v", got)
	}
}
