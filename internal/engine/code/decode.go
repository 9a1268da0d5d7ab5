package code

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
)

// sections holds the packages that were decoded, since the same section comes with
// every package that imports it.
var sections struct {
	sync.Mutex
	seed maphash.Seed
	m    map[sectionKey]*Package
}

type sectionKey struct {
	sum  uint64
	size int
}

// FromSections returns the package of which [Sections] returned the list, which must not be changed. It
// returns an error for anything else.
func FromSections(list [][]byte) (*Package, error) {
	var first *Package
	imports := make(map[string]*Package, len(list))
	for _, data := range list {
		p, err := section(data)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = p
		} else {
			imports[p.Path] = p
		}
	}
	if first == nil {
		return nil, errCorrupt
	}
	// The section may be shared with another reader: only this package's own
	// imports are set, on a copy.
	root := &Package{
		Path: first.Path, Main: first.Main, Partial: first.Partial, Name: first.Name, Funcs: first.Funcs, Types: first.Types, Inits: first.Inits,
		Takers: first.Takers, Vars: first.Vars, Assigned: first.Assigned, Imports: imports, stored: first.stored,
	}
	return root, nil
}

func section(data []byte) (*Package, error) {
	sections.Lock()
	defer sections.Unlock()
	if sections.m == nil {
		sections.seed = maphash.MakeSeed()
		sections.m = make(map[sectionKey]*Package)
	}
	key := sectionKey{maphash.Bytes(sections.seed, data), len(data)}
	if p := sections.m[key]; p != nil {
		return p, nil
	}
	p, err := decodeSection(data)
	if err != nil {
		return nil, err
	}
	sections.m[key] = p
	return p, nil
}

func decodeSection(data []byte) (p *Package, err error) {
	defer recoverCorrupt(&err)
	if len(data) < sumSize || binary.BigEndian.Uint32(data) != sumOf(data) {
		return nil, errCorrupt
	}
	c := &codec{reading: true, in: data[sumSize:]}
	for range c.count(0) {
		c.table = append(c.table, string(c.bytes(c.count(0))))
	}
	p = &Package{stored: data, table: c.table}
	if c.section(p); len(c.in) > 0 {
		return nil, errCorrupt
	}
	return p, nil
}
