package typedata

import (
	"encoding/binary"
	"fmt"
)

// A corrupt is what reading panics with where the data is not what [Encode] writes.
type corrupt struct{ what string }

func (c corrupt) Error() string { return "type data has " + c.what }

func dataError(what string, value any) corrupt { return corrupt{fmt.Sprintf("a %s %v", what, value)} }

// A reader reads a record.
type reader struct {
	data []byte
	at   int
}

func (r *reader) uint() uint64 {
	x, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		panic(corrupt{"a number that is cut short"})
	}
	r.at += n
	return x
}

func (r *reader) int() int {
	x := r.uint()
	if x > 1<<31 {
		panic(dataError("number", x))
	}
	return int(x)
}

func (r *reader) int64() int64 {
	x, n := binary.Varint(r.data[r.at:])
	if n <= 0 {
		panic(corrupt{"a number that is cut short"})
	}
	r.at += n
	return x
}

func (r *reader) bool() bool { return r.uint() != 0 }

func (r *reader) bytes() []byte {
	n := r.int()
	if n > len(r.data)-r.at {
		panic(corrupt{"a text that is cut short"})
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

// count reads how many things follow, each of at least one byte.
func (r *reader) count() int {
	n := r.int()
	if n > len(r.data)-r.at {
		panic(dataError("count", n))
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
	if 4*n > len(r.data)-r.at {
		panic(dataError("count", n))
	}
	t := table{ends: r.data[r.at : r.at+4*n]}
	r.at += 4 * n
	size := 0
	if n > 0 {
		size = t.end(n - 1)
	}
	if size > len(r.data)-r.at {
		panic(corrupt{"a table that is cut short"})
	}
	t.texts = r.data[r.at : r.at+size]
	r.at += size
	return t
}

func (t table) len() int { return len(t.ends) / 4 }

func (t table) end(i int) int { return int(binary.LittleEndian.Uint32(t.ends[4*i:])) }

func (t table) at(i int) []byte {
	if i >= t.len() {
		panic(dataError("number", i))
	}
	start := 0
	if i > 0 {
		start = t.end(i - 1)
	}
	return t.texts[start:t.end(i)]
}
