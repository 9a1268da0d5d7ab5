package load

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/store"
)

// What a package declares can depend on all of these, so each makes another key.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	env := environment{
		GOVERSION: "go1.26.1", GOARCH: "amd64",
		GOROOT: filepath.Join(dir, "go"), GOMODCACHE: filepath.Join(dir, "mod"),
	}
	seen := make(map[store.Key]string)
	check := func(what string, env environment, meta *packages.Package, imports map[string]*unit) *unit {
		t.Helper()
		u := &unit{meta: meta, imports: imports}
		key := newKeys(nil, env).types(u)
		if seen[key] != "" {
			t.Errorf("%s has the key of %s", what, seen[key])
		}
		seen[key] = what
		return u
	}
	file := write("m/a.go", "package a\n")
	meta := packages.Package{ID: "example.com/m/a", PkgPath: "example.com/m/a", Name: "a", Dir: filepath.Dir(file), GoFiles: []string{file}}
	meta.Module = &packages.Module{Path: "example.com/m", Main: true, GoVersion: "1.26"}
	check("the package", env, &meta, nil)

	other := env
	other.GOVERSION = "go1.26.2"
	check("another Go", other, &meta, nil)
	other = env
	other.GOARCH = "386"
	check("another machine", other, &meta, nil)

	changed := meta
	changed.Module = &packages.Module{Path: "example.com/m", Main: true, GoVersion: "1.21"}
	check("another language version", env, &changed, nil)
	changed = meta
	changed.GoFiles = append(changed.GoFiles, write("m/b.go", "package a\n"))
	check("one file more", env, &changed, nil)
	write("m/a.go", "package a // edited\n")
	check("an edited file", env, &meta, nil)

	dep := packages.Package{ID: "example.com/d", PkgPath: "example.com/d", Name: "d", Dir: filepath.Join(dir, "mod", "d@v1")}
	dep.Module = &packages.Module{Path: "example.com/d", Version: "v1.0.0"}
	check("with an import", env, &meta, map[string]*unit{"example.com/d": {meta: &dep}})
	dep.Module = &packages.Module{Path: "example.com/d", Version: "v1.0.1"}
	check("another version of the import", env, &meta, map[string]*unit{"example.com/d": {meta: &dep}})
	dep.Module = &packages.Module{Path: "example.com/d", Version: "v1.0.1",
		Replace: &packages.Module{Path: "example.com/fork", Version: "v1.0.0"}}
	check("another module in the place of the import", env, &meta, map[string]*unit{"example.com/d": {meta: &dep}})
	check("an import that is not found", env, &meta, map[string]*unit{"example.com/d": nil})

	std := write("go/src/fmt/print.go", "package fmt\n")
	library := packages.Package{ID: "fmt", PkgPath: "fmt", Name: "fmt", Dir: filepath.Dir(std), GoFiles: []string{std}}
	check("a package of the standard library", env, &library, nil)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(std, at, at); err != nil {
		t.Fatal(err)
	}
	check("that was replaced", env, &library, nil)
	write("go/src/fmt/print.go", "package fmt // patched\n")
	if err := os.Chtimes(std, at, at); err != nil {
		t.Fatal(err)
	}
	check("that was replaced by a longer one", env, &library, nil)
}

// A Go that was downloaded as a module never changes: when it was unpacked does not count.
func TestKeyOfDownloadedGo(t *testing.T) {
	dir := t.TempDir()
	env := environment{GOVERSION: "go1.26.1", GOMODCACHE: dir, GOROOT: filepath.Join(dir, "toolchain")}
	file := filepath.Join(env.GOROOT, "src", "fmt", "print.go")
	meta := &packages.Package{ID: "fmt", PkgPath: "fmt", Name: "fmt", Dir: filepath.Dir(file), GoFiles: []string{file}}
	if err := os.MkdirAll(meta.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var keys []store.Key
	for year := range 2 {
		at := time.Date(2026+year, 1, 1, 0, 0, 0, 0, time.UTC)
		if err := os.WriteFile(file, []byte("package fmt\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, newKeys(nil, env).types(&unit{meta: meta}))
	}
	if keys[0] != keys[1] {
		t.Error("the key depends on when the files were written")
	}
}
