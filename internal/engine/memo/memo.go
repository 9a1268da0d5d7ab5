// Package memo keeps what was found out, so that it is found out once.
package memo

import "slices"

// Of returns what is kept for a key. If nothing is, find finds it.
func Of[K comparable, V any](kept map[K]V, key K, find func() V) V {
	v, known := kept[key]
	if !known {
		v = find()
		kept[key] = v
	}
	return v
}

// In returns the map that is kept for a key, a new one if there is none yet.
func In[K, L comparable, V any](kept map[K]map[L]V, key K) map[L]V {
	return Of(kept, key, func() map[L]V { return make(map[L]V) })
}

// Add returns a list with one more, unless it has that already.
func Add[V comparable](list []V, one V) []V {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}
