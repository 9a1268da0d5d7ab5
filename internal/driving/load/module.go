package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// errNoModule says that there is no module to analyse, and names those in the directories below.
func errNoModule(dir string) error {
	const none = "there is no go.mod in this directory or in one above it"
	below := modulesBelow(dir)
	switch {
	case len(below) == 0:
		return errors.New(none + "; run this inside the module to be analysed")
	case len(below) == 1:
		return fmt.Errorf("%s; the module is in %s: rllint -C %s", none, below[0], below[0])
	}
	shown, more := below, ""
	if len(below) > mostModules {
		shown, more = below[:mostModules], ", …"
	}
	return fmt.Errorf("%s; there are modules in %s%s: choose one, as in rllint -C %s, or join them with go work init", none,
		strings.Join(shown, ", "), more, below[0])
}

// mostModules bounds how many modules a message names.
const mostModules = 5

// modulesBelow returns the directories with a go.mod at most three levels below dir, relative to it. Directories that
// the go command passes over are passed over. Dir may be a link.
func modulesBelow(dir string) []string {
	var list []string
	fs.WalkDir(os.DirFS(dir), ".", func(rel string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case rel == ".":
			return nil
		}
		base := d.Name()
		if d.IsDir() {
			if strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "vendor" || base == "node_modules" ||
				strings.Count(rel, "/") >= 3 {
				return fs.SkipDir
			}
			return nil
		}
		if base == "go.mod" {
			list = append(list, filepath.FromSlash(path.Dir(rel)))
		}
		return nil
	})
	return list
}

// outsideModule reports whether nothing could be listed because there is no
// module. The go command says so in different words for each kind of pattern.
func outsideModule(env environment, roots []*packages.Package) bool {
	for _, root := range roots {
		if len(root.Errors) == 0 {
			return false
		}
	}
	return env.GO111MODULE != "off" && env.GOMOD == os.DevNull && (env.GOWORK == "" || env.GOWORK == "off")
}
