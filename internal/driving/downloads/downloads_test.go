package downloads

import (
	"os"
	"path/filepath"
	"testing"
)

const gomod = `module example.com/m

go 1.24

require (
	example.com/There v1.0.0
	example.com/Upper v1.2.3
	example.com/replaced v1.0.0
	example.com/local v1.0.0
	example.com/never v1.0.0 // indirect
)

replace (
	example.com/replaced => example.com/fork v1.5.0
	example.com/local => ../local
)
`

// TestLook lets modules come one after the other.
func TestLook(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "go.mod")
	if err := os.WriteFile(file, []byte(gomod), 0o600); err != nil {
		t.Fatal(err)
	}
	download := func(folder string) {
		if err := os.MkdirAll(filepath.Join(cache, "example.com", folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	download("!there@v1.0.0")
	watch := begin(file, cache)
	expect := func(arrived int, last string) {
		t.Helper()
		if n, name := watch.Look(); n != arrived || name != last {
			t.Errorf("%d came, the last is %q; want %d and %q", n, name, arrived, last)
		}
	}
	expect(0, "")
	download("!upper@v1.2.3")
	expect(1, "example.com/Upper v1.2.3")
	expect(1, "example.com/Upper v1.2.3")
	download("replaced@v1.0.0")
	download("local@v1.0.0")
	expect(1, "example.com/Upper v1.2.3")
	download("fork@v1.5.0")
	expect(2, "example.com/fork v1.5.0")
}

// TestNothingToWatch begins where there is no go.mod, and with one that is none.
func TestNothingToWatch(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		if n, _ := begin(filepath.Join(dir, "go.mod"), dir).Look(); n != 0 {
			t.Errorf("%d modules came", n)
		}
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("no module"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
