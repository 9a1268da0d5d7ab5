// Package workspace reads go.work, which joins several modules in one run of the go command.
package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
)

// File returns the go.work file of the workspace that dir is in, "" if the go command uses none there. What it says
// of GOWORK holds: off for no workspace, else a file.
func File(dir string) string {
	switch name := os.Getenv("GOWORK"); name {
	case "off":
		return ""
	case "":
		return find(dir)
	default:
		return name
	}
}

// Modules returns the directories of the modules of the workspace that dir is in, sorted;
// none if the go command uses no workspace there.
func Modules(dir string) ([]string, error) {
	name := File(dir)
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the workspace: %w", err)
	}
	file, err := modfile.ParseWork(name, data, nil)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, use := range file.Use {
		module := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(module) {
			module = filepath.Join(filepath.Dir(name), module)
		}
		dirs = append(dirs, module)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// find returns the go.work file in dir or in a directory above it, "" if there is none.
func find(dir string) string {
	for {
		name := filepath.Join(dir, "go.work")
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
