// Package downloads tells which modules the go command has downloaded: it says so itself only
// to who started it, and go/packages keeps that until an error.
package downloads

import (
	"go/build"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// A Watch looks for the modules that were not in the module cache when it began. Its methods must not be
// called concurrently.
type Watch struct {
	missing map[string]string // by folder, what the go command calls them
	arrived int
	last    string
}

// Begin returns a watch for the modules that the go.mod file in a directory names, which are those that its packages
// are built of. There is nothing to watch for if there is no such file.
func Begin(dir string) *Watch { return begin(filepath.Join(dir, "go.mod"), cache()) }

func begin(gomod, cache string) *Watch {
	w := &Watch{missing: make(map[string]string)}
	data, err := os.ReadFile(gomod)
	if err != nil || cache == "" {
		return w
	}
	file, err := modfile.Parse(gomod, data, nil)
	if err != nil {
		return w
	}
	replaced := make(map[string]module.Version)
	for _, r := range file.Replace {
		replaced[r.Old.Path] = r.New
	}
	for _, r := range file.Require {
		m := r.Mod
		if other, ok := replaced[m.Path]; ok {
			m = other
		}
		path, err := module.EscapePath(m.Path)
		if err != nil {
			continue // such as a folder that replaces a module
		}
		version, err := module.EscapeVersion(m.Version)
		if err != nil {
			continue
		}
		folder := filepath.Join(cache, filepath.FromSlash(path)+"@"+version)
		if !exists(folder) {
			w.missing[folder] = m.Path + " " + m.Version
		}
	}
	return w
}

// cache returns the folder of the module cache, as far as the environment tells.
func cache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	list := filepath.SplitList(build.Default.GOPATH)
	if len(list) == 0 {
		return ""
	}
	return filepath.Join(list[0], "pkg", "mod")
}

// Look returns how many modules have come since the watch began, and the last of them: its path and version.
func (w *Watch) Look() (arrived int, last string) {
	for folder, name := range w.missing {
		if exists(folder) {
			delete(w.missing, folder)
			w.arrived, w.last = w.arrived+1, name
		}
	}
	return w.arrived, w.last
}

func exists(folder string) bool {
	_, err := os.Stat(folder)
	return err == nil
}
