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
		if root := Above(dir, "go.work"); root != "" {
			return filepath.Join(root, "go.work")
		}
		return ""
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

// Above returns dir or the nearest folder above it that has something of a name, "" if none has.
func Above(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
