package value

import "strings"

// A Memory holds the contents of objects at one point of the program. To copy it takes
// no time: the ways that a branch may take have a memory each, and what one does
// shows in no other.
type Memory struct {
	root    *node
	initial map[*Object]Value // contents of objects that no code has written to yet
	owner   *ownership        // of the nodes and arrays that may be changed in place
	common  *Version          // of what several calls can reach
	work    *Work
}

// A Version is that of a part of a memory: memories that have the same one have the same in it.
type Version struct{ _ byte }

// NewMemory returns a memory in which nothing is. What is done with it and its copies adds to work.
func NewMemory(work *Work) *Memory {
	return &Memory{initial: make(map[*Object]Value), owner: new(ownership), work: work}
}

// Copy returns a memory with the same content.
func (m *Memory) Copy() *Memory {
	m.owner = new(ownership) // what it owned is now referred to twice
	return &Memory{root: m.root, initial: m.initial, owner: new(ownership), common: m.common, work: m.work}
}

// Apart returns a memory in which no code has written yet, and objects have the same contents at first.
func (m *Memory) Apart() *Memory {
	return &Memory{initial: m.initial, owner: new(ownership), work: m.work}
}

// SetInitial sets what an object holds wherever no code has written to it yet: in m and all memories
// that were copied from it, or it from.
func (m *Memory) SetInitial(o *Object, v Value) { m.initial[o] = v }

// Absorb makes what was written in a memory apart what its objects hold at first.
func (m *Memory) Absorb(apart *Memory) {
	apart.root.each(func(o *Object) { m.initial[o] = apart.Get(o) })
}

// Get returns the content of an object, to keep.
func (m *Memory) Get(o *Object) Value {
	v := m.Peek(o)
	if a, ok := v.(*Array); ok {
		a.owner = nil
	}
	return v
}

// Peek returns the content of an object, of which only a part will be used: writes
// may change it.
func (m *Memory) Peek(o *Object) Value {
	if leaf := m.root.find(o.seq); leaf != nil {
		return leaf.value
	}
	return m.initial[o]
}

// Set sets what an object holds.
func (m *Memory) Set(o *Object, v Value) {
	if o.common {
		m.common = new(Version)
	}
	m.root = m.root.with(o, v, m.owner)
}

// Store sets what an object holds at a path. An array that this memory made and whose
// whole content nobody has asked for is changed in place: to copy it for each
// element would take quadratic time to fill it.
func (m *Memory) Store(o *Object, path string, v Value) {
	if o.common {
		m.common = new(Version)
	}
	content := m.Peek(o)
	if a, ok := content.(*Array); ok {
		if elem, rest, found := strings.Cut(path, "/"); found && a.owner == m.owner && a.setElem(elem, rest, v) {
			return
		}
		a.owner = nil
	}
	m.work.Add(Size(content))
	content = Write(content, path, v)
	if a, ok := content.(*Array); ok && path != "" {
		a.owner = m.owner
	}
	m.Set(o, content)
}

// StoreUnseen is Store for what makes no difference to anyone: the memory has the version it had.
func (m *Memory) StoreUnseen(o *Object, path string, v Value) {
	had := m.common
	m.Store(o, path, v)
	m.common = had
}

// Version returns the version of what several calls can reach.
func (m *Memory) Version() *Version { return m.common }

// Join makes the content of m that which the program has after it took one of several
// ways, which may not be used further. Its cost is that of what the ways differ in.
func (m *Memory) Join(ways []*Memory) {
	first := ways[0]
	if len(ways) == 1 {
		m.root, m.owner, m.common = first.root, first.owner, first.common
		if first != m {
			first.owner = new(ownership)
		}
		return
	}
	roots := make([]*node, len(ways))
	common := first.common
	for i, w := range ways {
		roots[i] = w.root
		if w.common != common {
			common = new(Version)
		}
		w.owner = new(ownership) // its nodes may be those of m now
	}
	join := merger{owner: new(ownership), leaf: m.joinLeaves}
	m.root, m.owner, m.common = join.merge(roots), join.owner, common
	m.work.Add(join.visited)
}

// joinLeaves joins what ways have for an object; those without a leaf have what it holds at first.
func (m *Memory) joinLeaves(o *Object, leaves []*node) Value {
	c := Collector{Work: m.work}
	for _, leaf := range leaves {
		v := m.initial[o]
		if leaf != nil {
			v = leaf.value
		}
		if a, ok := v.(*Array); ok {
			a.owner = nil
		}
		m.work.Add(Size(v))
		c.Add(v)
	}
	return c.Value()
}

// Changed calls f for each object that two memories may differ in. Its cost is that of what they differ in.
func Changed(a, b *Memory, f func(*Object)) { changed(a.root, b.root, f) }

// Differences calls f for what each object holds in several memories, if they differ in it. Nothing is written.
func Differences(ways []*Memory, f func(contents []Value)) {
	roots := make([]*node, len(ways))
	for i, w := range ways {
		roots[i] = w.root
	}
	each := merger{owner: new(ownership), leaf: func(o *Object, leaves []*node) Value {
		contents := make([]Value, len(leaves))
		for i, leaf := range leaves {
			contents[i] = ways[0].initial[o]
			if leaf != nil {
				contents[i] = leaf.value
			}
			if a, ok := contents[i].(*Array); ok {
				a.owner = nil
			}
		}
		f(contents)
		return nil
	}}
	each.merge(roots)
}
