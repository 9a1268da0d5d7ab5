package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// To make a file takes longer than to write a few kilobytes into it. So a process that keeps many entries writes most of
// them into packs: files of several entries, which are there whole or not at all as a file of one is, and are
// dropped together.
const (
	mostFiles = 128     // entries of a process that get files of their own, the first ones
	packBytes = 2 << 20 // after which a pack is written

	packFolder = "packs"
	packMagic  = "rllint packs 1\n"
	// packHead is the size of what a pack starts with: the number of its entries follows the magic.
	packHead = len(packMagic) + 8
	// packLine is the size of what it then says of each entry: its key, a hash of the key and the data, and where the
	// data is.
	packLine = 2*sha256.Size + 2*8
)

// packs are the packs of a store, and the entries that are not yet in one.
type packs struct {
	mu      sync.Mutex
	files   int // entries that got files of their own
	read    bool
	entries map[Key]packed
	keys    []Key // of entries that are not yet written
	bytes   int   // of their data
}

// A packed entry is in a pack or, as long as pack is nil, only in memory.
type packed struct {
	pack       *pack
	data       []byte
	sum        [sha256.Size]byte
	start, len int64
}

// A pack is a file of entries.
type pack struct {
	name string
	used time.Time
	gone bool
}

func packSum(key Key, data []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(key[:])
	h.Write(data)
	return [sha256.Size]byte(h.Sum(nil))
}

// gather keeps an entry to write it with others, and reports false if it is to get a file of its own.
func (s *Store) gather(key Key, data []byte) bool {
	p := &s.packs
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.files < s.mostFiles {
		p.files++
		return false
	}
	if p.entries == nil {
		p.entries = make(map[Key]packed)
	}
	if old, ok := p.entries[key]; !ok || old.pack != nil {
		p.keys = append(p.keys, key)
	}
	p.entries[key] = packed{data: bytes.Clone(data)}
	if p.bytes += len(data); p.bytes >= packBytes {
		s.writePack()
	}
	return true
}

// Flush writes what Put has gathered. An entry that was not flushed is there for this process alone.
func (s *Store) Flush() {
	if s != nil {
		s.packs.mu.Lock()
		defer s.packs.mu.Unlock()
		s.writePack()
	}
}

// writePack writes the entries that are in memory alone. The packs' lock must be held.
func (s *Store) writePack() {
	p := &s.packs
	keys := p.keys
	if len(keys) == 0 || s.full.Load() {
		return
	}
	start := int64(packHead + packLine*len(keys))
	content := make([]byte, 0, int(start)+p.bytes)
	p.keys, p.bytes = nil, 0
	content = binary.LittleEndian.AppendUint64(append(content, packMagic...), uint64(len(keys)))
	written := make(map[Key]packed, len(keys))
	for _, key := range keys {
		e := p.entries[key]
		now := packed{sum: packSum(key, e.data), start: start, len: int64(len(e.data))}
		written[key] = now
		content = append(append(content, key[:]...), now.sum[:]...)
		content = binary.LittleEndian.AppendUint64(content, uint64(now.start))
		content = binary.LittleEndian.AppendUint64(content, uint64(now.len))
		start += now.len
	}
	for _, key := range keys {
		content = append(content, p.entries[key].data...)
	}
	sum := sha256.Sum256(content)
	name := filepath.Join(s.dir, packFolder, hex.EncodeToString(sum[:]))
	if err := write(name, content); err != nil {
		s.full.Store(true)
		return
	}
	file := &pack{name: name, used: s.now()}
	for key, e := range written {
		e.pack = file
		p.entries[key] = e
	}
}

// fromPack returns the data of an entry that is in a pack, or is to be.
func (s *Store) fromPack(key Key) ([]byte, bool) {
	e, ok := s.inPack(key)
	if !ok || e.pack == nil {
		return bytes.Clone(e.data), ok
	}
	data := make([]byte, e.len)
	f, err := os.Open(e.pack.name)
	if err == nil {
		_, err = f.ReadAt(data, e.start)
		f.Close()
	}
	if err != nil || packSum(key, data) != e.sum {
		_ = os.Remove(e.pack.name) // with the other entries: they may be damaged too
		s.packs.mu.Lock()
		e.pack.gone = true
		s.packs.mu.Unlock()
		return nil, false
	}
	s.packs.mu.Lock()
	used := e.pack.used
	e.pack.used = s.now()
	s.packs.mu.Unlock()
	s.touch(e.pack.name, used)
	return data, true
}

// inPack returns an entry that is in a pack, or is to be.
func (s *Store) inPack(key Key) (packed, bool) {
	p := &s.packs
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.read {
		p.read = true
		s.readPacks()
	}
	e, ok := p.entries[key]
	return e, ok && (e.pack == nil || !e.pack.gone)
}

// readPacks reads which entries the packs have that earlier processes wrote.
func (s *Store) readPacks() {
	p := &s.packs
	dir := filepath.Join(s.dir, packFolder)
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, d := range list {
		name := filepath.Join(dir, d.Name())
		if len(d.Name()) != 2*sha256.Size {
			continue // it is being written
		}
		lines, used, ok := packLines(name)
		if !ok {
			_ = os.Remove(name)
			continue
		}
		if p.entries == nil {
			p.entries = make(map[Key]packed)
		}
		file := &pack{name: name, used: used}
		for ; len(lines) > 0; lines = lines[packLine:] {
			e := packed{pack: file, sum: [sha256.Size]byte(lines[sha256.Size:])}
			e.start = int64(binary.LittleEndian.Uint64(lines[2*sha256.Size:]))
			e.len = int64(binary.LittleEndian.Uint64(lines[2*sha256.Size+8:]))
			if key := Key(lines[:sha256.Size]); e.len >= 0 && e.len <= mostData {
				if _, ok := p.entries[key]; !ok { // what this process put is newer
					p.entries[key] = e
				}
			}
		}
	}
}

// packLines returns what a pack says of its entries, and when it was used last.
func packLines(name string) (lines []byte, used time.Time, ok bool) {
	f, err := os.Open(name)
	if err != nil {
		return nil, used, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !private(info) {
		return nil, used, false
	}
	head := make([]byte, packHead)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(packMagic)]) != packMagic {
		return nil, used, false
	}
	n := binary.LittleEndian.Uint64(head[len(packMagic):])
	if n > uint64(info.Size())/packLine {
		return nil, used, false
	}
	lines = make([]byte, int(n)*packLine)
	_, err = io.ReadFull(f, lines)
	return lines, info.ModTime(), err == nil
}
