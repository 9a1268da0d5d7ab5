package typedata

import "encoding/binary"

// A corrupt is what reading panics with where it finds something that [Encode] does not write.
type corrupt string

// A reader reads a record.
type reader struct {
	data []byte
	at   int
}

func (r *reader) uint() uint64 {
	x, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		panic(corrupt("a number that is cut short"))
	}
	r.at += n
	return x
}

func (r *reader) int() int { return int(r.uint()) }

func (r *reader) int64() int64 {
	x, n := binary.Varint(r.data[r.at:])
	if n <= 0 {
		panic(corrupt("a number that is cut short"))
	}
	r.at += n
	return x
}

func (r *reader) bool() bool { return r.uint() != 0 }

func (r *reader) bytes() []byte {
	return r.next(r.int())
}

// next returns the next n bytes.
func (r *reader) next(n int) []byte {
	if n < 0 || n > len(r.data)-r.at {
		panic(corrupt("something that is cut short"))
	}
	r.at += n
	return r.data[r.at-n : r.at : r.at]
}

// count reads how many things follow, each of at least one byte.
func (r *reader) count() int {
	n := r.int()
	if n > len(r.data)-r.at {
		panic(corrupt("a list that is cut short"))
	}
	return n
}

// A table is a sequence of texts in which each can be found at once.
type table struct {
	ends  []byte // four bytes each
	texts []byte
}

func (r *reader) table() table {
	n := r.count()
	t := table{ends: r.next(4 * n)}
	if n > 0 {
		t.texts = r.next(t.end(n - 1))
	}
	return t
}

func (t table) len() int { return len(t.ends) / 4 }

func (t table) end(i int) int { return int(binary.LittleEndian.Uint32(t.ends[4*i:])) }

func (t table) at(i int) []byte {
	start := 0
	if i > 0 {
		start = t.end(i - 1)
	}
	return t.texts[start:t.end(i)]
}
