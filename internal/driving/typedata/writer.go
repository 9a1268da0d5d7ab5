package typedata

import "encoding/binary"

// A buffer collects the bytes of a record.
type buffer struct{ data []byte }

func (b *buffer) uint(x uint64) { b.data = binary.AppendUvarint(b.data, x) }
func (b *buffer) int(x int)     { b.uint(uint64(x)) }
func (b *buffer) int64(x int64) { b.data = binary.AppendVarint(b.data, x) }

func (b *buffer) bool(x bool) {
	if x {
		b.uint(1)
	} else {
		b.uint(0)
	}
}

func (b *buffer) bytes(x []byte) {
	b.int(len(x))
	b.data = append(b.data, x...)
}

// An indexed is a sequence of texts, each of which appears once.
type indexed struct {
	index map[string]int
	list  []string
}

func (t *indexed) add(s string) int {
	if i, ok := t.index[s]; ok {
		return i
	}
	if t.index == nil {
		t.index = make(map[string]int)
	}
	i := len(t.list)
	t.index[s] = i
	t.list = append(t.list, s)
	return i
}

// write writes the number of texts, their ends, each relative to the start of the first, in four
// bytes, and the texts: any of them can be found without reading those before it.
func (t *indexed) write(out *buffer) {
	out.int(len(t.list))
	end := 0
	for _, s := range t.list {
		end += len(s)
		out.data = binary.LittleEndian.AppendUint32(out.data, uint32(end))
	}
	for _, s := range t.list {
		out.data = append(out.data, s...)
	}
}
