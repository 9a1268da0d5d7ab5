// Package nested finds programs that belong to a module and are modules of their own: ./... leaves them out.
package nested

import (
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// Programs returns the folders, relative to a module's, of the modules below it that require it and have a main package, sorted. What
// cannot be read is left out, and so are tests of the whole program, which are mostly modules of their own too.
func Programs(dir string) []string {
	path := modulePath(dir)
	if path == "" {
		return nil
	}
	var list []string
	filepath.WalkDir(dir, func(folder string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return filepath.SkipDir
		case !d.IsDir() || folder == dir:
			return nil
		case skipped(d.Name()):
			return filepath.SkipDir
		case requires(folder, path) && hasMain(folder):
			rel, _ := filepath.Rel(dir, folder)
			list = append(list, filepath.ToSlash(rel))
		}
		return nil
	})
	slices.Sort(list)
	return list
}

// skipped reports whether the go command, or a reader, leaves out a folder of a name.
func skipped(name string) bool {
	return name[0] == '.' || name[0] == '_' || slices.Contains(aside, name)
}

// aside are folders of what is not the program itself.
var aside = []string{
	"vendor", "testdata", "node_modules", "test", "tests", "e2e", "hack", "tools", "docs", "sdk", "sdks", "example", "examples", "sample", "samples",
}

func modulePath(dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return ""
	}
	return modfile.ModulePath(data)
}

// requires reports whether a folder is the root of a module that requires another.
func requires(dir, path string) bool {
	name := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	file, err := modfile.ParseLax(name, data, nil)
	return err == nil && slices.ContainsFunc(file.Require, func(r *modfile.Require) bool { return r.Mod.Path == path })
}

// hasMain reports whether a module has a main package that is built here.
func hasMain(dir string) bool {
	found := false
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return filepath.SkipDir
		case d.IsDir():
			if name != dir && (skipped(d.Name()) || modulePath(name) != "") {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil && file.Name.Name == "main" {
			if built, _ := build.Default.MatchFile(filepath.Split(name)); built {
				found = true
				return filepath.SkipAll
			}
		}
		return nil
	})
	return found
}
