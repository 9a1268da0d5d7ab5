package driver_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rllint/rllint/internal/driving/store"
)

// A store that is damaged anywhere changes no answer.
func TestDamagedStore(t *testing.T) {
	m := newModule(t, program)
	want, _ := m.run(m.store)
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return nil },
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		func(b []byte) []byte { b[len(b)/3] ^= 0x40; return b },
	} {
		for i := range 3 { // of each three entries another one
			n := 0
			m.eachEntry(func(name string) {
				if n++; n%3 != i {
					return
				}
				data, err := os.ReadFile(name)
				if len(data) == 0 { // as an earlier round left it, since nobody has needed it
					return
				}
				if err == nil {
					err = os.WriteFile(name, damage(data), 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			})
			if got, _ := m.run(m.store); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		}
	}
	_, analysed := m.run(m.store)
	if len(analysed) > 0 {
		t.Errorf("the damage was not repaired: analysed %q", analysed)
	}
}

// A process that is killed leaves some entries and not others.
func TestPartOfStore(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: it runs once for each entry of a store")
	}
	m := newModule(t, program)
	want, _ := m.run(m.store)
	var names []string
	m.eachEntry(func(name string) { names = append(names, name) })
	for i := range names {
		for _, name := range []string{names[i], names[(i*7+3)%len(names)]} {
			if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		if got, _ := m.run(m.store); got != want {
			t.Errorf("without entry %d: got\n%s\nwant\n%s", i, got, want)
		}
	}
}

func (m *module) eachEntry(do func(name string)) {
	m.t.Helper()
	dir := m.store.Dir()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			do(name)
		}
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
}

// Two processes that fill a store at the same time give the same answers.
func TestTwoAtOnce(t *testing.T) {
	m := newModule(t, program)
	want, _ := m.run(nil)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			own := *m
			own.probe = newProbe()
			s, err := store.Open(m.store.Dir())
			if err != nil {
				t.Error(err)
				return
			}
			if got, _ := own.run(s); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	wait.Wait()
	m.check("afterwards")
}
