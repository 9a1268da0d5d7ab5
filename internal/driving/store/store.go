// Package store keeps on disk what costs time to work out: entries that are found by a
// hash of everything they depend on, so that none is ever out of date.
//
// Several processes can use a store at once. An entry is there whole or not at all: one that was damaged
// or that somebody else wrote counts as missing and is replaced. No error
// of a store is one of the program that uses it: without entries it only takes longer.
package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// A Key is a SHA-256 hash of what an entry depends on.
type Key [sha256.Size]byte

// A Store is a folder of entries. A nil Store has none and keeps none. It is
// safe for concurrent use.
type Store struct {
	dir   string
	build string      // of the program
	full  atomic.Bool // an entry could not be written: the next ones cannot either
	now   func() time.Time
}

// Folder returns the folder of the current user's store: that of the environment variable
// RLLINT_CACHE, or rllint in the folder that the system has for caches.
func Folder() (string, error) {
	if dir := os.Getenv("RLLINT_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the cache: set RLLINT_CACHE to one (%w)", err)
	}
	return filepath.Join(dir, "rllint"), nil
}

// Open returns the store in a folder, which is made if it does not exist. It returns an
// error if there can be none, or if other users may write there: they could put in
// what is not true.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !private(info) {
		return nil, fmt.Errorf("other users may write to the folder %s; it must be yours alone, as after chmod 700", dir)
	}
	build, err := Build()
	if err != nil {
		return nil, fmt.Errorf("cannot tell which version of this program uses the cache: %w", err)
	}
	return &Store{dir: dir, build: build, now: time.Now}, nil
}

// Key returns the key of an entry that depends on the program itself, on what kind of entry it is,
// and on the parts.
func (s *Store) Key(kind string, parts ...string) Key {
	h := sha256.New()
	if s != nil {
		fmt.Fprintf(h, "%q", s.build)
	}
	fmt.Fprintf(h, "%q%q", kind, parts)
	return Key(h.Sum(nil))
}

// Dir returns the store's folder.
func (s *Store) Dir() string { return s.dir }

// magic starts each entry, before its key, the hash of its data and the data.
const magic = "rllint store 1\n"

const headerSize = len(magic) + 2*sha256.Size

// mostData bounds what is read, in bytes: a longer entry is none of ours.
const mostData = 1 << 30

func (s *Store) file(key Key) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(s.dir, name[:2], name[2:])
}

// Get returns the data of an entry, and false if there is none. A file that is none and that is in its place is
// removed.
func (s *Store) Get(key Key) (data []byte, ok bool) {
	if s == nil {
		return nil, false
	}
	name := s.file(key)
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	defer func() {
		if !ok {
			_ = os.Remove(name) // if it cannot be, it counts as missing each time
		}
	}()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || !private(info) || info.Size() < int64(headerSize) || info.Size() > mostData {
		return nil, false
	}
	content := make([]byte, info.Size())
	if _, err := io.ReadFull(f, content); err != nil {
		return nil, false
	}
	data = content[headerSize:]
	sum := sha256.Sum256(data)
	if string(content[:headerSize]) != magic+string(key[:])+string(sum[:]) {
		return nil, false
	}
	s.touch(name, info.ModTime())
	return data, true
}

// Has reports whether there is something under the key, which may turn out to be no entry. It is cheap.
func (s *Store) Has(key Key) bool {
	if s == nil {
		return false
	}
	_, err := os.Stat(s.file(key))
	return err == nil
}

// touchAfter is how old the time of an entry may be before a use renews it.
const touchAfter = 6 * time.Hour

// touch notes that an entry is used.
func (s *Store) touch(name string, last time.Time) {
	if now := s.now(); now.Sub(last) > touchAfter {
		_ = os.Chtimes(name, now, now) // at worst it is dropped too early
	}
}

// Put keeps the data of an entry. What cannot be written is not kept.
func (s *Store) Put(key Key, data []byte) {
	if s == nil || s.full.Load() {
		return
	}
	sum := sha256.Sum256(data)
	if err := write(s.file(key), []byte(magic+string(key[:])+string(sum[:])), data); err != nil {
		s.full.Store(true)
	}
}

// unfinished starts the names of files that are being written.
const unfinished = "new-"

// write makes a file of the parts, which is there whole or not at all.
func write(name string, parts ...[]byte) error {
	dir := filepath.Dir(name)
	f, err := os.CreateTemp(dir, unfinished)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		f, err = os.CreateTemp(dir, unfinished)
	}
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // Trim does, if this fails
	}
	return err
}
