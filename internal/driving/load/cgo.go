package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	pathpkg "path"
	"path/filepath"
	"strings"
)

// A cgo asks the go command for the files that the cgo tool makes, where a package has
// to be known with what C declares. That runs a C compiler, so it is left until it must be.
type cgo struct {
	ctx context.Context
	cfg Config
}

// goFiles returns the files to type-check a package from, whose own have been read: those, or what cgo makes of them.
func (c *cgo) goFiles(u *unit) ([]string, error) {
	if !u.cgo.Load() {
		return u.meta.GoFiles, nil
	}
	return c.files(u)
}

// files returns the Go files of a package that uses cgo as the compiler gets them.
func (c *cgo) files(u *unit) ([]string, error) {
	args := []string{"list", "-e", "-compiled", "-json=ImportPath,Dir,CompiledGoFiles,Error"}
	if u.meta.ForTest != "" {
		args = append(args, "-test")
	}
	args = append(args, c.cfg.BuildFlags...)
	path := u.meta.PkgPath
	if u.meta.ForTest != "" {
		path = u.meta.ForTest
	}
	out, err := goCommand(c.ctx, c.cfg, append(args, "--", path)...).Output()
	if err != nil {
		return nil, fmt.Errorf("cannot run cgo for %s: %w", u.meta.PkgPath, err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Dir string
			CompiledGoFiles []string
			Error           *struct{ Err string }
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("cannot run cgo for %s: the go command does not list it", u.meta.PkgPath)
		} else if err != nil {
			return nil, fmt.Errorf("cannot run cgo for %s: %w", u.meta.PkgPath, err)
		}
		if p.ImportPath != u.meta.ID {
			continue
		}
		if p.Error != nil {
			return nil, fmt.Errorf("cannot run cgo for %s: %s", u.meta.PkgPath, reason(p.Error.Err))
		}
		var files []string
		for _, name := range p.CompiledGoFiles {
			if !filepath.IsAbs(name) {
				name = filepath.Join(p.Dir, name)
			}
			if strings.HasSuffix(name, ".go") || filepath.Ext(name) == "" { // cgo's are in the build cache, without a suffix
				files = append(files, name)
			}
		}
		return files, nil
	}
}

// cgoNames are the names that files made by the cgo tool use of packages that the files they were made from need
// not import. The go command does not list those packages.
var cgoNames = map[string]string{
	"syscall":     "Errno", // the second result of calls, converted to an error at once
	"runtime/cgo": "Incomplete",
}

// cgoImport returns a package that has no more than its one of cgoNames, nil if it has none.
func cgoImport(path string) *types.Package {
	member, ok := cgoNames[path]
	if !ok {
		return nil
	}
	pkg := types.NewPackage(path, pathpkg.Base(path))
	name := types.NewTypeName(token.NoPos, pkg, member, nil)
	named := types.NewNamed(name, types.Typ[types.Uintptr], nil)
	recv := types.NewParam(token.NoPos, pkg, "", named)
	text := types.NewTuple(types.NewParam(token.NoPos, pkg, "", types.Typ[types.String]))
	named.AddMethod(types.NewFunc(token.NoPos, pkg, "Error", types.NewSignatureType(recv, nil, nil, nil, text, false)))
	pkg.Scope().Insert(name)
	pkg.MarkComplete()
	return pkg
}

// reason returns the line of what a command says that tells most: the first that is no heading of the go command's.
func reason(message string) string {
	for line := range strings.Lines(message) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return oneLine(message)
}
