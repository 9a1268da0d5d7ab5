package load

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/store"
)

// keys works out what the types of packages depend on.
type keys struct {
	base string // what they all depend on
	env  environment
}

// A contentKey is a hash of a package's files and of all that it imports, worked out when it is first needed.
type contentKey struct {
	once sync.Once
	hash store.Key
}

func newKeys(s *store.Store, env environment) *keys {
	base := s.Key("types", runtime.Version(), env.GOVERSION, env.GOARCH)
	return &keys{string(base[:]), env}
}

// types returns the key of what a package declares. It may be called concurrently.
func (k *keys) types(u *unit) store.Key {
	u.key.once.Do(func() { u.key.hash = k.hash(u) })
	return u.key.hash
}

func (k *keys) hash(u *unit) store.Key {
	h := sha256.New()
	meta := u.meta
	fmt.Fprintf(h, "%s%s\n%s\n%s\n", k.base, meta.ID, meta.Name, moduleText(meta.Module))
	for _, name := range meta.GoFiles {
		fmt.Fprintf(h, "file %s %s\n", filepath.Base(name), k.content(u, name))
	}
	for _, path := range slices.Sorted(maps.Keys(u.imports)) {
		imp := "missing"
		if other := u.imports[path]; other != nil {
			sum := k.types(other)
			imp = string(sum[:])
		}
		fmt.Fprintf(h, "import %s %s\n", path, imp)
	}
	return store.Key(h.Sum(nil))
}

// moduleText tells modules and their versions apart.
func moduleText(m *packages.Module) string {
	if m == nil {
		return "no module"
	}
	text := fmt.Sprintf("%s %s %s %t", m.Path, m.Version, m.GoVersion, m.Main)
	if m.Replace != nil {
		text += " => " + m.Replace.Path + " " + m.Replace.Version
	}
	return text
}

// content returns what changes whenever a file does. The module cache holds versions of modules, and of Go, which
// never change; in another Go's library size and time tell, and elsewhere
// only the bytes do.
func (k *keys) content(u *unit, name string) string {
	switch {
	case k.cached(u):
		return "of the module's version"
	case u.meta.Module == nil && within(name, k.env.GOMODCACHE):
		return "of Go's version"
	case u.meta.Module == nil && within(name, filepath.Join(k.env.GOROOT, "src")):
		info, err := os.Stat(name)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// beside returns what changes whenever a Go file does that is in the package's folder and not of the package: tests
// and files that build constraints leave out. Analyses read them to know where a name is used.
func (k *keys) beside(u *unit) string {
	if k.cached(u) || u.meta.Module == nil && within(u.meta.Dir, k.env.GOROOT) {
		return ""
	}
	list, err := os.ReadDir(u.meta.Dir)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, d := range list {
		name := filepath.Join(u.meta.Dir, d.Name())
		if filepath.Ext(name) == ".go" && !d.IsDir() && !slices.Contains(u.meta.GoFiles, name) {
			fmt.Fprintf(&b, "%s %s\n", d.Name(), k.content(u, name))
		}
	}
	return b.String()
}

// cached reports whether a package is of a module's version in the module cache.
func (k *keys) cached(u *unit) bool {
	return u.meta.Module != nil && within(u.meta.Dir, k.env.GOMODCACHE)
}

// within reports whether a file is somewhere in a folder; in none if the folder is "".
func within(name, dir string) bool {
	return dir != "" && strings.HasPrefix(name, dir+string(filepath.Separator))
}
