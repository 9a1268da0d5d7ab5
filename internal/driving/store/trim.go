package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	trimEvery     = 24 * time.Hour
	keepUnused    = 30 * 24 * time.Hour
	keepUnwritten = time.Hour // files that a process was writing when it ended

	// MostBytes is how large a store may be after it was trimmed. A provider of 1,600 packages
	// has entries of some 60 MB.
	MostBytes = 2 << 30
)

// trimmed is the file whose time is that of the last trim.
const trimmed = "trimmed"

// Trim drops entries that have not been used for 30 days, and as many of the others, the
// longest unused first, as the store is too large by. It does nothing if it did so within a day.
func (s *Store) Trim() {
	if s == nil {
		return
	}
	mark := filepath.Join(s.dir, trimmed)
	if info, err := os.Stat(mark); err == nil && s.now().Sub(info.ModTime()) < trimEvery {
		return
	}
	// The mark comes first, so that one process at a time does it.
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		return
	}
	now := s.now()
	_ = os.Chtimes(mark, now, now)
	s.trim(MostBytes)
}

type entry struct {
	name string
	used time.Time
	size int64
}

func (s *Store) trim(most int64) {
	var entries []entry
	var total int64
	_ = fs.WalkDir(os.DirFS(s.dir), ".", func(rel string, d fs.DirEntry, err error) error { // the folder may be a link
		name := filepath.Join(s.dir, filepath.FromSlash(rel))
		if err != nil || d.IsDir() || filepath.Dir(name) == filepath.Clean(s.dir) {
			return nil // what cannot be read is left alone, as is what is no entry
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		e := entry{name, info.ModTime(), info.Size()}
		unused := s.now().Sub(e.used)
		if unused > keepUnused || strings.HasPrefix(d.Name(), unfinished) && unused > keepUnwritten {
			_ = os.Remove(name)
			return nil
		}
		entries = append(entries, e)
		total += e.size
		return nil
	})
	slices.SortFunc(entries, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range entries {
		if total <= most {
			break
		}
		if os.Remove(e.name) == nil {
			total -= e.size
		}
	}
}

// Clean removes the store in a folder with all its entries. Files that are no entries stay, with
// the folder if there are any.
func Clean(dir string) error {
	list, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, d := range list {
		switch {
		case d.IsDir() && len(d.Name()) == 2 && strings.Trim(d.Name(), "0123456789abcdef") == "":
			err = os.RemoveAll(filepath.Join(dir, d.Name()))
		case d.Name() == trimmed:
			err = os.Remove(filepath.Join(dir, trimmed))
		}
		if err != nil {
			return err
		}
	}
	_ = os.Remove(dir) // stays if it is not empty
	return nil
}
