// Package memo keeps what was found out, so that it is found out once.
package memo

// Of returns what is kept for a key. If nothing is, find finds it.
func Of[K comparable, V any](kept map[K]V, key K, find func() V) V {
	v, known := kept[key]
	if !known {
		v = find()
		kept[key] = v
	}
	return v
}
