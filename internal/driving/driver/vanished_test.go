package driver_test

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"
)

// A file of the module cache that is gone when it is to be read, as where another command cleans the cache, is missed in that
// run only: nothing that lacks it is stored, since the key of a module's package is its version.
func TestVanishedFile(t *testing.T) {
	for _, vanished := range []string{"example.com/other@v1.0.0/b.go", "example.com/matters@v1.0.0/b.go"} {
		t.Run(vanished, func(t *testing.T) {
			m := newModule(t, `
-- go.mod --
module example.com/m

go 1.26

require (
	example.com/matters v1.0.0
	example.com/other v1.0.0
)
-- main.go --
package main

import (
	"example.com/m/between"
	"example.com/matters"
	"example.com/other"
)

func main() { println(matters.A, matters.B, other.A, other.B, between.C) }
-- between/c.go --
package between

import (
	"example.com/matters"
	"example.com/other"
)

const C = matters.A + other.A
`)
			proxy, cache := t.TempDir(), t.TempDir()
			for _, name := range []string{"matters", "other"} {
				serveModule(t, proxy, "example.com/"+name, map[string]string{
					"go.mod": "module example.com/" + name + "\n",
					"a.go":   "package " + name + "\n\nconst A = 1\n",
					"b.go":   "package " + name + "\n\nconst B = 2\n",
				})
			}
			m.env = append(m.env, "GOPROXY=file://"+filepath.ToSlash(proxy), "GOSUMDB=off", "GOMODCACHE="+cache, "GOFLAGS=-modcacherw -mod=mod")
			file := filepath.Join(cache, filepath.FromSlash(vanished))
			m.loaded = func() {
				if err := os.Rename(file, file+".gone"); err != nil {
					t.Fatal(err)
				}
			}
			if text, _ := m.run(m.store); text == "" {
				t.Error("nothing is reported")
			}
			m.loaded = nil
			if err := os.Rename(file+".gone", file); err != nil {
				t.Fatal(err)
			}
			got, _ := m.run(m.store)
			if fresh, _ := m.run(nil); got != fresh {
				t.Errorf("after a run without %s:\n%s\nwithout the store:\n%s", vanished, got, fresh)
			}
		})
	}
}

// serveModule writes version 1.0.0 of a module as a proxy has it.
func serveModule(t *testing.T, proxy, path string, files map[string]string) {
	t.Helper()
	dir := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"list": "v1.0.0\n", "v1.0.0.info": `{"Version": "v1.0.0"}`, "v1.0.0.mod": files["go.mod"]} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(dir, "v1.0.0.zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range files {
		w, err := z.Create(path + "@v1.0.0/" + name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
