package adopt

import (
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/rllint/rllint/internal/edit"
	"github.com/rllint/rllint/internal/engine/fix"
)

// Require adds the runtime at a version to the direct requirements of the module in a directory. It is
// false if the module requires it already.
func Require(dir, version string) (edit.File, bool, error) {
	name := filepath.Join(dir, "go.mod")
	before, err := os.ReadFile(name)
	if err != nil {
		return edit.File{}, false, err
	}
	mod, err := modfile.Parse(name, before, nil)
	if err != nil {
		return edit.File{}, false, err
	}
	for _, r := range mod.Require {
		if r.Mod.Path == fix.RuntimeModule {
			return edit.File{}, false, nil
		}
	}
	mod.SetRequireSeparateIndirect(append(mod.Require, &modfile.Require{Mod: module.Version{Path: fix.RuntimeModule, Version: version}}))
	mod.Cleanup()
	after, err := mod.Format()
	return edit.File{Name: name, Before: before, After: after}, true, err
}
