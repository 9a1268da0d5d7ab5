package adopt

import (
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/rllint/rllint/internal/changing/edit"
)

// Require adds modules at a version to the direct requirements of the module in a directory. It is
// false if the module requires them already.
func Require(dir, version string, paths ...string) (edit.File, bool, error) {
	name := filepath.Join(dir, "go.mod")
	before, err := os.ReadFile(name)
	if err != nil {
		return edit.File{}, false, err
	}
	mod, err := modfile.Parse(name, before, nil)
	if err != nil {
		return edit.File{}, false, err
	}
	added := false
	for _, path := range paths {
		if slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == path }) {
			continue
		}
		mod.SetRequireSeparateIndirect(append(mod.Require, &modfile.Require{Mod: module.Version{Path: path, Version: version}}))
		added = true
	}
	if !added {
		return edit.File{}, false, nil
	}
	mod.Cleanup()
	after, err := mod.Format()
	return edit.File{Name: name, Before: before, After: after}, true, err
}
