package interp

import "strings"

// A memory holds the contents of objects at one point of the program. To copy it takes
// no time: the ways that a branch may take have a memory each, and what one does
// shows in no other.
type memory struct {
	root    *node
	initial map[*Object]Value // contents of objects that no code has written to yet
	owner   *ownership        // of the nodes and arrays that may be changed in place
	common  *version          // of what several calls can reach
}

// A version is that of a part of a memory: memories that have the same one have the same in it.
type version struct{ _ byte }

// An ownership is held by one memory. Nodes and arrays that it owns are referred to by nothing else.
type ownership struct{ _ byte }

func newMemory() *memory {
	return &memory{initial: make(map[*Object]Value), owner: new(ownership)}
}

// copy returns a memory with the same content.
func (m *memory) copy() *memory {
	m.owner = new(ownership) // what it owned is now referred to twice
	return &memory{root: m.root, initial: m.initial, owner: new(ownership), common: m.common}
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
	if leaf := m.root.find(o.seq); leaf != nil {
		return leaf.value
	}
	return m.initial[o]
}

// Exists reports whether an object was made on the way that is followed, or on one of those
// that came together in it.
func (in *Interp) Exists(o *Object) bool { return in.mem.peek(o) != nil }

func (m *memory) set(o *Object, v Value) {
	if o.common {
		m.common = new(version)
	}
	m.root = m.root.with(o, v, m.owner)
}

// store sets what an object holds at a path. An array that this memory made and whose
// whole content nobody has asked for is changed in place: to copy it for each
// element would take quadratic time to fill it.
func (m *memory) store(o *Object, path string, v Value) {
	if o.common {
		m.common = new(version)
	}
	content := m.peek(o)
	if a, ok := content.(*Array); ok {
		if elem, rest, found := strings.Cut(path, "/"); found && a.owner == m.owner && a.setElem(elem, rest, v) {
			return
		}
		a.owner = nil
	}
	content = write(content, path, v)
	if a, ok := content.(*Array); ok && path != "" {
		a.owner = m.owner
	}
	m.set(o, content)
}

// join makes the content of m that which the program has after it took one of several
// ways. Its cost is that of what the ways differ in.
func (m *memory) join(ways []*memory) {
	first := ways[0]
	if len(ways) == 1 {
		m.root, m.owner, m.common = first.root, first.owner, first.common
		if first != m {
			first.owner = new(ownership)
		}
		return
	}
	root, owner := first.root, new(ownership)
	common := first.common
	for _, w := range ways[1:] {
		if w.common != common {
			common = new(version)
		}
		first.root.differences(w.root, func(o *Object) {
			if root.find(o.seq) != first.root.find(o.seq) {
				return // joined already
			}
			var joined Value
			for _, w := range ways {
				if v := w.get(o); v != nil {
					joined = Join(joined, v)
				}
			}
			root = root.with(o, joined, owner)
		})
	}
	m.root, m.owner, m.common = root, owner, common
}
