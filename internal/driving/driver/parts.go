package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/driving/store"
)

// A partedFact is stored in parts, because other facts have many of them too: what a fact says of the
// packages that its own imports, say. A slice that Parts returns for several facts is stored once.
type partedFact interface {
	analysis.Fact
	Parts() ([][]byte, error)
	FromParts(parts [][]byte) error
}

// A storedFact is the stored form of a fact about a package. Long parts have entries of their own.
type storedFact struct {
	Analyzer string
	Type     string
	Parts    []storedPart
}

// A storedPart is bytes or the hash by which they are found.
type storedPart struct{ Data, Hash []byte }

// longPart is how many bytes an entry of its own is worth.
const longPart = 1 << 10

// encodeFact returns the parts of a fact.
func encodeFact(fact analysis.Fact) ([][]byte, error) {
	if parted, ok := fact.(partedFact); ok {
		return parted.Parts()
	}
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(fact)
	return [][]byte{b.Bytes()}, err
}

// decodeFact returns the fact of the type t, which is a pointer's, that encodeFact returned the parts of. It
// returns nil for anything else.
func decodeFact(t reflect.Type, parts [][]byte) analysis.Fact {
	fact, ok := reflect.New(t.Elem()).Interface().(analysis.Fact)
	if !ok {
		return nil
	}
	if parted, ok := fact.(partedFact); ok {
		if parted.FromParts(parts) != nil {
			return nil
		}
		return fact
	}
	if len(parts) != 1 || gob.NewDecoder(bytes.NewReader(parts[0])).Decode(fact) != nil {
		return nil
	}
	return fact
}

// A partStore keeps long parts in a store, and in memory those that were read. It is safe for concurrent use.
type partStore struct {
	store *store.Store
	mu    sync.Mutex
	read  map[string][]byte        // by hash
	kept  map[*byte]map[int][]byte // hashes of slices that are in the store, by first byte and length
}

func (p *partStore) key(hash []byte) store.Key { return p.store.Key("part", string(hash)) }

// put stores a part, unless it is there.
func (p *partStore) put(data []byte) storedPart {
	if len(data) < longPart {
		return storedPart{Data: data}
	}
	p.mu.Lock()
	hash := p.kept[&data[0]][len(data)]
	p.mu.Unlock()
	if hash != nil {
		return storedPart{Hash: hash}
	}
	sum := sha256.Sum256(data)
	if key := p.key(sum[:]); !p.store.Has(key) {
		p.store.Put(key, data)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kept[&data[0]] == nil {
		p.kept[&data[0]] = make(map[int][]byte, 1)
	}
	p.kept[&data[0]][len(data)] = sum[:]
	return storedPart{Hash: sum[:]}
}

// get returns what was stored as a part, and false if it is not there.
func (p *partStore) get(part storedPart) ([]byte, bool) {
	if part.Hash == nil {
		return part.Data, true
	}
	p.mu.Lock()
	data, ok := p.read[string(part.Hash)]
	p.mu.Unlock()
	if ok {
		return data, true
	}
	if data, ok = p.store.Get(p.key(part.Hash)); !ok {
		return nil, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.read[string(part.Hash)] = data
	return data, true
}

// all returns all parts of a fact, and false if one is not there.
func (p *partStore) all(fact storedFact) ([][]byte, bool) {
	parts := make([][]byte, len(fact.Parts))
	for i, part := range fact.Parts {
		var ok bool
		if parts[i], ok = p.get(part); !ok {
			return nil, false
		}
	}
	return parts, true
}
