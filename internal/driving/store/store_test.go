package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func want(t *testing.T, s *Store, key Key, data string) {
	t.Helper()
	got, ok := s.Get(key)
	if ok != (data != "") || string(got) != data {
		t.Errorf("got %q, %t, want %q", got, ok, data)
	}
}

func TestPutGet(t *testing.T) {
	s := open(t)
	one, two := s.Key("test", "1"), s.Key("test", "2")
	want(t, s, one, "")
	s.Put(one, []byte("first"))
	want(t, s, one, "first")
	want(t, s, two, "")
	s.Put(one, []byte("again"))
	want(t, s, one, "again")
	again, err := Open(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	want(t, again, one, "again")
}

func TestKeys(t *testing.T) {
	s := open(t)
	seen := make(map[Key]string)
	other := &Store{build: "another program"}
	for name, key := range map[string]Key{
		"no parts":        s.Key("kind"),
		"a part":          s.Key("kind", "a"),
		"two parts":       s.Key("kind", "a", "b"),
		"parts in one":    s.Key("kind", "ab"),
		"with a space":    s.Key("kind", "a b"),
		"other kind":      s.Key("other", "a"),
		"other program":   other.Key("kind", "a"),
		"without a store": (*Store)(nil).Key("kind", "a"),
	} {
		if seen[key] != "" {
			t.Errorf("%s and %s have the same key", name, seen[key])
		}
		seen[key] = name
	}
}

// An entry that was changed in any way is none, and the next Put replaces it.
func TestDamage(t *testing.T) {
	s := open(t)
	key, other := s.Key("test", "1"), s.Key("test", "2")
	s.Put(key, []byte("some data"))
	s.Put(other, []byte("other data"))
	name := s.file(key)
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(s.file(other))
	if err != nil {
		t.Fatal(err)
	}
	damaged := [][]byte{{}, foreign, append(bytes.Clone(good), 0), bytes.Replace(good, []byte("store 1"), []byte("store 2"), 1)}
	for i := range good {
		changed := bytes.Clone(good)
		changed[i] ^= 4
		damaged = append(damaged, good[:i], changed)
	}
	for _, content := range damaged {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		want(t, s, key, "")
		if s.Has(key) {
			t.Error("it is still there")
		}
		s.Put(key, []byte("some data"))
		want(t, s, key, "some data")
	}
}

func TestWhatOthersMayWrite(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not bits there")
	}
	s := open(t)
	key := s.Key("test", "1")
	s.Put(key, []byte("data"))
	chmod(t, s.file(key), 0o622)
	want(t, s, key, "")
	s.Put(key, []byte("data"))
	want(t, s, key, "data")
	if os.Geteuid() == 0 {
		if err := os.Chown(s.file(key), 1234, -1); err != nil {
			t.Fatal(err)
		}
		want(t, s, key, "")
	}
	chmod(t, s.dir, 0o777)
	if _, err := Open(s.dir); err == nil || !strings.Contains(err.Error(), "other users may write") {
		t.Errorf("a folder that everybody may write to: error %v", err)
	}
}

func chmod(t *testing.T, name string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// A folder that cannot be written to, or a full disk, costs the entries and nothing else.
func TestNoRoom(t *testing.T) {
	s := open(t)
	key := s.Key("test", "1")
	// A file where the folder of the entry should be: nobody can write below it.
	if err := os.WriteFile(filepath.Dir(s.file(key)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Put(key, []byte("data"))
	want(t, s, key, "")
	if _, err := Open(filepath.Join(filepath.Dir(s.file(key)), "store")); err == nil {
		t.Error("a folder within a file was opened")
	}
}

func TestNil(t *testing.T) {
	var s *Store
	s.Put(Key{}, []byte("data"))
	want(t, s, Key{}, "")
	s.Trim()
}

// Readers see one of the entries that are written at the same time, and never part of one.
func TestConcurrent(t *testing.T) {
	s := open(t)
	key := s.Key("test", "1")
	long := strings.Repeat("x", 100_000)
	s.Put(key, []byte(long))
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			mine, err := Open(s.dir)
			if err != nil {
				t.Error(err)
				return
			}
			for j := range 50 {
				mine.Put(key, fmt.Appendf(nil, "%d %d %s", i, j, long))
				if data, ok := mine.Get(key); !ok || !strings.HasSuffix(string(data), long) {
					t.Errorf("read %d bytes, %t", len(data), ok)
				}
			}
		})
	}
	wait.Wait()
}

func TestTrim(t *testing.T) {
	s := open(t)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s.now = func() time.Time { return now }
	put := func(name string, age time.Duration) Key {
		key := s.Key("test", name)
		s.Put(key, []byte(name))
		at := now.Add(-age)
		if err := os.Chtimes(s.file(key), at, at); err != nil {
			t.Fatal(err)
		}
		return key
	}
	unused := put("unused", keepUnused+time.Hour)
	used := put("used", keepUnused+time.Hour)
	recent := put("recent", time.Hour)
	cut := filepath.Join(filepath.Dir(s.file(recent)), unfinished+"1")
	if err := os.WriteFile(cut, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := now.Add(-2 * keepUnwritten)
	if err := os.Chtimes(cut, old, old); err != nil {
		t.Fatal(err)
	}
	want(t, s, used, "used") // which makes it young
	s.Trim()
	want(t, s, unused, "")
	want(t, s, used, "used")
	want(t, s, recent, "recent")
	if _, err := os.Stat(cut); !os.IsNotExist(err) {
		t.Errorf("what a process left unfinished is still there: %v", err)
	}

	// Within a day nothing is done.
	unused = put("unused", keepUnused+time.Hour)
	s.Trim()
	if _, err := os.Stat(s.file(unused)); err != nil {
		t.Error(err)
	}

	// What is too much goes, the longest unused first, in a folder that is a link too.
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.dir, link); err != nil {
		t.Fatal(err)
	}
	(&Store{dir: link, now: s.now}).trim(int64(headerSize + len("used")))
	want(t, s, recent, "")
	want(t, s, used, "used")
}

func TestClean(t *testing.T) {
	s := open(t)
	key := s.Key("test", "1")
	s.Put(key, []byte("data"))
	s.Trim()
	foreign := filepath.Join(s.dir, "notes.txt")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Clean(s.dir); err != nil {
		t.Fatal(err)
	}
	want(t, s, key, "")
	if _, err := os.Stat(foreign); err != nil {
		t.Errorf("a file that is no entry is gone: %v", err)
	}
	if err := os.Remove(foreign); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Clean(s.dir); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}
