package interp

import "strings"

// A memory holds the contents of objects at one point of the program. A branch
// works in a layer over the memory of the code before it, so that what it costs is
// what it changes.
type memory struct {
	under *memory
	depth int
	m     map[*Object]Value
	order []*Object // keys of m, in the order they were first written
}

func newMemory(under *memory) *memory {
	m := &memory{under: under}
	if under != nil {
		m.depth = under.depth + 1
	}
	return m
}

// get returns the content of an object, to keep.
func (m *memory) get(o *Object) Value {
	v := m.peek(o)
	if a, ok := v.(*Array); ok {
		a.owner = nil
	}
	return v
}

// peek returns the content of an object, of which only a part will be used: writes
// may change it.
func (m *memory) peek(o *Object) Value {
	for l := m; l != nil; l = l.under {
		if v, ok := l.m[o]; ok {
			return v
		}
	}
	return nil
}

func (m *memory) set(o *Object, v Value) {
	if m.m == nil {
		m.m = make(map[*Object]Value)
	}
	if _, ok := m.m[o]; !ok {
		m.order = append(m.order, o)
	}
	m.m[o] = v
}

// store sets what an object holds at a path. An array that this layer made and whose
// whole content nobody has asked for is changed in place: to copy it for each
// element would take quadratic time to fill it.
func (m *memory) store(o *Object, path string, v Value) {
	content := m.peek(o)
	if a, ok := content.(*Array); ok {
		if elem, rest, found := strings.Cut(path, "/"); found && a.owner == m && a.setElem(elem, rest, v) {
			return
		}
		a.owner = nil
	}
	content = write(content, path, v)
	if a, ok := content.(*Array); ok && path != "" {
		a.owner = m
	}
	m.set(o, content)
}

// changes returns what was written since base, the newest content of each
// object, in the order the objects were first written.
func (m *memory) changes(base *memory) ([]*Object, map[*Object]Value) {
	if m.under == base {
		return m.order, m.m
	}
	var layers []*memory
	for l := m; l != base && l != nil; l = l.under {
		layers = append(layers, l)
	}
	var order []*Object
	out := make(map[*Object]Value)
	for i := len(layers) - 1; i >= 0; i-- {
		for _, o := range layers[i].order {
			if _, ok := out[o]; !ok {
				order = append(order, o)
			}
			out[o] = layers[i].m[o]
		}
	}
	return order, out
}

// commit writes to m what the program may have written on one of several ways
// since base, which is m or what m is a layer over. Each way is a layer over base;
// base itself is a way on which nothing happened.
func (m *memory) commit(base *memory, ways []*memory) {
	if len(ways) == 1 {
		if ways[0] == base {
			return
		}
		order, changed := ways[0].changes(base)
		for _, o := range order {
			m.set(o, changed[o])
		}
		return
	}
	type way struct{ m map[*Object]Value }
	var all []way
	var order []*Object
	seen := make(map[*Object]bool)
	for _, w := range ways {
		if w == base {
			all = append(all, way{})
			continue
		}
		o, changed := w.changes(base)
		all = append(all, way{changed})
		for _, obj := range o {
			if !seen[obj] {
				seen[obj] = true
				order = append(order, obj)
			}
		}
	}
	joined := make([]Value, len(order))
	for i, obj := range order {
		before := base.get(obj)
		for _, w := range all {
			if v, ok := w.m[obj]; ok {
				joined[i] = Join(joined[i], v)
			} else if before != nil {
				joined[i] = Join(joined[i], before)
			}
		}
	}
	for i, obj := range order {
		m.set(obj, joined[i])
	}
}
