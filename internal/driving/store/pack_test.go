package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// packing opens a store of which all entries are gathered.
func packing(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.mostFiles = 0
	return s
}

func packFiles(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, packFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestPacks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s := packing(t, dir)
	one, two, none := s.Key("test", "1"), s.Key("test", "2"), s.Key("test", "3")
	want(t, s, one, "")
	s.Put(one, []byte("first"))
	s.Put(two, []byte("second"))
	s.Put(one, []byte("again"))
	want(t, s, one, "again")
	want(t, packing(t, dir), one, "") // not written
	s.Flush()
	if n := len(packFiles(t, dir)); n != 1 {
		t.Errorf("%d packs, want 1", n)
	}
	for _, s := range []*Store{s, packing(t, dir)} {
		want(t, s, one, "again")
		want(t, s, two, "second")
		want(t, s, none, "")
		if !s.Has(one) || s.Has(none) {
			t.Error("it does not know what it has")
		}
	}

	later := packing(t, dir)
	later.Put(one, []byte("newer"))
	want(t, later, one, "newer")
	want(t, later, two, "second")
	later.Flush()
	later.Flush()
	want(t, later, one, "newer")
	if n := len(packFiles(t, dir)); n != 2 {
		t.Errorf("%d packs, want 2", n)
	}
}

// Few entries have files of their own, and many are written before the last one is there.
func TestWhenPacked(t *testing.T) {
	s := open(t)
	for i := range mostFiles + 3 {
		s.Put(s.Key("test", fmt.Sprint(i)), bytes.Repeat([]byte("x"), packBytes/2))
	}
	if n := len(packFiles(t, s.dir)); n != 1 {
		t.Errorf("%d packs before the last is flushed, want 1", n)
	}
	s.Flush()
	if n := len(packFiles(t, s.dir)); n != 2 {
		t.Errorf("%d packs, want 2", n)
	}
}

// Of a pack that was changed in any way entries are missing, and none is another than was put.
func TestDamagedPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s := packing(t, dir)
	entries := map[Key]string{s.Key("test", "1"): "some data", s.Key("test", "2"): "other"}
	put := func(s *Store) {
		for key, data := range entries {
			s.Put(key, []byte(data))
		}
		s.Flush()
	}
	put(s)
	name := packFiles(t, dir)[0]
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	damaged := [][]byte{{}}
	for i := range good {
		changed := bytes.Clone(good)
		changed[i] ^= 4
		damaged = append(damaged, good[:i], changed)
	}
	for _, content := range damaged {
		if err := os.RemoveAll(filepath.Dir(name)); err != nil {
			t.Fatal(err)
		}
		put(packing(t, dir))
		name := packFiles(t, dir)[0]
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s := packing(t, dir)
		missing := 0
		for key, data := range entries {
			got, ok := s.Get(key)
			if ok && string(got) != data {
				t.Fatalf("got %q, want %q or nothing", got, data)
			}
			if !ok {
				missing++
			}
		}
		if missing == 0 {
			t.Fatal("nothing is missing")
		}
		put(s)
		for key, data := range entries {
			want(t, s, key, data)
			want(t, packing(t, dir), key, data)
		}
	}
}

func TestTrimPacks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s := packing(t, dir)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	key := func(name string) Key { return s.Key("test", name) }
	for _, name := range []string{"used", "unused"} {
		s.Put(key(name), []byte(name))
		s.Flush()
	}
	for _, name := range packFiles(t, dir) {
		old := now.Add(-keepUnused - time.Hour)
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	again := packing(t, dir)
	again.now = func() time.Time { return now }
	want(t, again, key("used"), "used") // which makes it young
	again.Trim()
	want(t, packing(t, dir), key("used"), "used")
	want(t, packing(t, dir), key("unused"), "")
	want(t, again, key("unused"), "")
	if err := Clean(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// What other users may write to is no pack.
func TestForeignPack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not bits there")
	}
	dir := filepath.Join(t.TempDir(), "store")
	s := packing(t, dir)
	key := s.Key("test", "1")
	s.Put(key, []byte(strings.Repeat("data", 100)))
	s.Flush()
	chmod(t, packFiles(t, dir)[0], 0o622)
	want(t, packing(t, dir), key, "")
}
