package ssacode

import (
	"maps"
	"slices"
)

// A Set grows by what its members lead to, until they lead to nothing new. The zero Set is empty.
type Set[T comparable] struct {
	Has   map[T]bool
	added []T // that Spread has not followed
}

// Add adds members.
func (s *Set[T]) Add(list ...T) {
	for _, x := range list {
		if !s.Has[x] {
			if s.Has == nil {
				s.Has = make(map[T]bool)
			}
			s.Has[x] = true
			s.added = append(s.added, x)
		}
	}
}

// Spread follows each member once, which may add others, that are followed too.
func (s *Set[T]) Spread(follow func(T)) {
	for len(s.added) > 0 {
		last := len(s.added) - 1
		x := s.added[last]
		s.added = s.added[:last]
		follow(x)
	}
}

// Again has the next Spread follow the members that were followed already.
func (s *Set[T]) Again() { s.added = slices.Collect(maps.Keys(s.Has)) }
