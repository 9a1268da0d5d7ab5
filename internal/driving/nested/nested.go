// Package nested finds programs that belong to a module and are modules of their own, which ./... leaves out, and makes the go.mod with
// which the go command lists them along with the module.
package nested

import (
	"go/build"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// A Program is a module below another one, which it requires, with a main package.
type Program struct {
	Dir  string // its folder, relative to that of the other module, with slashes
	Path string // its module path
	Why  string // why it cannot be listed along with the other module, to follow its folder in a sentence; "" if it can

	file *modfile.File
}

// Concerns reports whether what the go command says is about a module that the program requires, in that version.
func (p *Program) Concerns(message string) bool {
	return slices.ContainsFunc(p.file.Require, func(r *modfile.Require) bool {
		return strings.Contains(message, r.Mod.Path+"@"+r.Mod.Version)
	})
}

// Needs returns the version of Go that the program asks for, if it is newer than the one that runs, such as go1.26.0; else "".
func (p *Program) Needs(running string) string {
	if v := goVersion(p.file); version.Compare("go"+v, running) > 0 {
		return v
	}
	return ""
}

// Find returns the programs below a module's folder that are modules of their own and lead to controllers, sorted by folder: their
// main packages import a package for which setsUp is true, directly or not, as far as the source of the two modules tells. Serves has
// those of them that come there by a package of the module, so that they decide what its controllers get. What cannot be read is left
// out, and so are tests of the whole program, which are mostly modules of their own too.
func Find(dir string, setsUp func(path string) bool) (all []*Program, serves map[*Program]bool) {
	root := readModule(dir)
	if root == nil {
		return nil, nil
	}
	graph := &imports{root.Module.Mod.Path, dir, setsUp, make(map[string]bool)}
	serves = make(map[*Program]bool)
	for _, p := range below(dir, root) {
		through, any := graph.reach(p, filepath.Join(dir, filepath.FromSlash(p.Dir)))
		if any {
			all = append(all, p)
			serves[p] = through
		}
	}
	return all, serves
}

// below returns the modules below another that require it and have a main package, sorted by folder. Dir may be a link.
func below(dir string, root *modfile.File) []*Program {
	var list []*Program
	fs.WalkDir(os.DirFS(dir), ".", func(rel string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case !d.IsDir() || rel == ".":
			return nil
		case skipped(d.Name()):
			return fs.SkipDir
		}
		folder := filepath.Join(dir, filepath.FromSlash(rel))
		if file := readModule(folder); file != nil && requires(file, root.Module.Mod.Path) && len(mains(folder)) > 0 {
			list = append(list, &Program{Dir: rel, Path: file.Module.Mod.Path, file: file})
		}
		return nil
	})
	slices.SortFunc(list, func(a, b *Program) int { return strings.Compare(a.Dir, b.Dir) })
	return list
}

// skipped reports whether the go command, or a reader, leaves out a folder of a name.
func skipped(name string) bool {
	return name[0] == '.' || name[0] == '_' || slices.Contains(aside, name)
}

// aside are folders of what is not the program itself.
var aside = []string{
	"vendor", "testdata", "node_modules", "test", "tests", "e2e", "hack", "tools", "docs", "sdk", "sdks", "example", "examples", "sample",
	"samples",
}

// readModule returns the go.mod file of a folder, nil if there is none that can be read.
func readModule(dir string) *modfile.File {
	name := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	file, err := modfile.Parse(name, data, nil)
	if err != nil { // it may have what only a newer Go knows; without what it replaces
		file, err = modfile.ParseLax(name, data, nil)
	}
	if err != nil || file.Module == nil {
		return nil
	}
	return file
}

func requires(file *modfile.File, path string) bool {
	return slices.ContainsFunc(file.Require, func(r *modfile.Require) bool { return r.Mod.Path == path })
}

// mains returns the folders of a module's main packages that are built here.
func mains(dir string) []string {
	var list []string
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		if _, err := os.Stat(filepath.Join(name, "go.mod")); name != dir && (skipped(d.Name()) || err == nil) {
			return filepath.SkipDir
		}
		if pkg, _ := build.ImportDir(name, 0); pkg.Name == "main" {
			list = append(list, name)
		}
		return nil
	})
	return list
}
