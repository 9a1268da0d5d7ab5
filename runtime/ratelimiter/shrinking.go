package ratelimiter

import "maps"

// shrinkFrom is how many entries make it worth while to give their memory back.
const shrinkFrom = 10_000

// shrinking is a map that gives memory back when most of its entries are gone, which a map
// itself never does. The zero shrinking is empty and ready to use.
type shrinking[K comparable, V any] struct {
	of   map[K]V
	most int // entries at the same time, since the map was made
}

func (s *shrinking[K, V]) set(k K, v V) {
	if s.of == nil {
		s.of = map[K]V{}
	}
	s.of[k] = v
	s.most = max(s.most, len(s.of))
}

// delete reports whether it made the map anew.
func (s *shrinking[K, V]) delete(k K) bool {
	delete(s.of, k)
	if s.most < shrinkFrom || len(s.of) > s.most/4 {
		return false
	}
	kept := make(map[K]V, len(s.of))
	maps.Copy(kept, s.of)
	s.of, s.most = kept, len(kept)
	return true
}
