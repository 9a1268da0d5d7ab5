package code

import (
	"encoding/binary"
	"maps"
	"slices"
)

// The stored form of a package is a list of sections, one for the package and one
// for each package it imports, so that a reader who has a section already can pass
// over it. A section has a checksum, a table of its strings and then its types, variables and
// functions in the order of their symbols, the code of each with its length before it; numbers are varints.

// Sections returns the stored forms of p and of each package it imports, the same for the same code. The same slice stands for
// a package each time, and must not be changed.
func Sections(p *Package) [][]byte {
	list := [][]byte{p.section()}
	for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
		list = append(list, p.Imports[path].section())
	}
	return list
}

// section returns the stored form of p alone.
func (p *Package) section() []byte {
	p.storeOnce.Do(func() {
		if p.stored == nil {
			p.stored = encodeSection(p)
		}
	})
	return p.stored
}

func encodeSection(p *Package) []byte {
	c := &codec{strings: make(map[string]uint64), bodies: make(map[*Func]span, len(p.Funcs))}
	c.section(p)
	out := make([]byte, sumSize, sumSize+len(c.out))
	out = binary.AppendUvarint(out, uint64(len(c.table)))
	for _, s := range c.table {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	start := len(out)
	out = append(out, c.out...)
	binary.BigEndian.PutUint32(out, sumOf(out))
	p.table = c.table
	for f, at := range c.bodies {
		f.body.stored = out[start+at.from : start+at.to : start+at.to]
	}
	return out
}
