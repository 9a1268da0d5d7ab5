// Package modules tells which module the files of a package belong to, and how its files are named in what is said of them.
package modules

import (
	"go/types"
	"os"
	"path"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"golang.org/x/tools/go/analysis"
)

// DependencyOf returns the module and version that a package of a dependency comes
// from; version is "" if the package is the user's own. A driver that does not tell
// modules has files in the module cache or the vendor folder, whose names do.
func DependencyOf(pass *analysis.Pass) (module, version string) {
	if pass.Module != nil {
		return pass.Module.Path, pass.Module.Version
	}
	if len(pass.Files) == 0 {
		return "", ""
	}
	name := Slashed(pass.Fset.Position(pass.Files[0].FileStart).Filename)
	if dir, found := vendorOf(name, pass.Pkg.Path()); found {
		return vendored(dir, pass.Pkg.Path())
	}
	_, cached, found := strings.Cut(name, "/pkg/mod/")
	if !found {
		return "", ""
	}
	escaped, rest, found := strings.Cut(cached, "@")
	if !found {
		return "", ""
	}
	// The module's path is the first part of the package's: in the file's name its
	// capital letters are written in another way.
	elems := strings.Split(pass.Pkg.Path(), "/")
	n := min(strings.Count(escaped, "/")+1, len(elems))
	version, _, _ = strings.Cut(rest, "/")
	return strings.Join(elems[:n], "/"), version
}

// InFolder reports whether a package is of a module that go.mod or go.work takes from a folder, and so kept beside the program. Such
// a module has a version that no file of it shows.
func InFolder(pass *analysis.Pass) bool {
	if pass.Module == nil || pass.Module.Version == "" || len(pass.Files) == 0 {
		return false
	}
	name := Slashed(pass.Fset.Position(pass.Files[0].FileStart).Filename)
	_, vendored := vendorOf(name, pass.Pkg.Path())
	return !vendored && !strings.Contains(name, "@"+pass.Module.Version)
}

// VersionOf returns the version of controller-runtime that an imported package belongs
// to, as the position of one of its objects tells; "" if it does not.
func VersionOf(pass *analysis.Pass, pkg *types.Package) string {
	if pkg.Path() != known.ControllerRuntime && !strings.HasPrefix(pkg.Path(), known.ControllerRuntime+"/") {
		return ""
	}
	for _, name := range pkg.Scope().Names() {
		file := Slashed(pass.Fset.Position(pkg.Scope().Lookup(name).Pos()).Filename)
		if _, rest, found := strings.Cut(file, known.ControllerRuntime+"@"); found {
			version, _, _ := strings.Cut(rest, "/")
			return version
		}
		if dir, found := vendorOf(file, pkg.Path()); found {
			_, version := vendored(dir, pkg.Path())
			return version
		}
	}
	return ""
}

// Slashed returns the name of a file with slashes, also one of another system.
func Slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// vendorOf returns the vendor folder that holds the package a file is of.
func vendorOf(file, pkg string) (dir string, found bool) {
	return strings.CutSuffix(path.Dir(file), "/vendor/"+pkg)
}

// vendored returns the module of a package in a vendor folder and its version, as the
// go command lists them there. Where it does not, as in folders made without modules,
// the package is its own module, of no known version.
func vendored(dir, pkg string) (module, version string) {
	module, version = pkg, "vendor"
	list, err := os.ReadFile(dir + "/vendor/modules.txt")
	if err != nil {
		return module, version
	}
	longest := 0
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line) // # path version [=> …]
		if len(fields) < 3 || fields[0] != "#" || !strings.HasPrefix(fields[2], "v") {
			continue
		}
		if p := fields[1]; len(p) > longest && (p == pkg || strings.HasPrefix(pkg, p+"/")) {
			longest, module, version = len(p), p, fields[2]
		}
	}
	return module, version
}

// FileNamer returns how a file is named in what is said of a package: as the file set has it, or as
// module@version/path where it is a dependency's.
func FileNamer(pass *analysis.Pass) func(string) string {
	module, version := DependencyOf(pass)
	if version == "" {
		return func(name string) string { return name }
	}
	id := module + "@" + version
	rel := strings.TrimPrefix(strings.TrimPrefix(pass.Pkg.Path(), module), "/")
	return func(name string) string {
		base := name[strings.LastIndexAny(name, `/\`)+1:]
		if rel == "" {
			return id + "/" + base
		}
		return id + "/" + rel + "/" + base
	}
}
