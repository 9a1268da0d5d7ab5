package load

import (
	"go/token"
	"go/types"
	"maps"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/typedata"
)

// A unit is a listed package with its types, which it gets in one of two ways: from source, when
// [Program.Use] has type-checked it, or from data. From data it has only the objects that
// somebody asked for.
type unit struct {
	meta     *packages.Package
	types    *types.Package
	imports  map[string]*unit // by import path as written; nil for packages that cannot be found
	universe universe

	source bool // its types come from source; set before anybody needs them

	once sync.Once // guards what follows, see declarations.need
	data *typedata.Package

	cgo atomic.Bool // a file imports "C", as far as files have been read
	key contentKey
}

// A universe has the packages that import paths stand for: one for the program, and one
// for each package under test, whose variants hide the originals.
type universe map[string]*unit

// newUnits makes the units of packages, of which each comes after those it imports.
func newUnits(order []*packages.Package) map[*packages.Package]*unit {
	units := make(map[*packages.Package]*unit, len(order))
	base := make(universe, len(order))
	tests := make(map[string]universe)
	for _, meta := range order {
		u := &unit{meta: meta, types: types.NewPackage(meta.PkgPath, meta.Name), imports: make(map[string]*unit, len(meta.Imports))}
		if meta.PkgPath == "unsafe" {
			u.types, u.source = types.Unsafe, true
		}
		u.types.MarkComplete()
		for path, imp := range meta.Imports {
			u.imports[path] = units[imp]
		}
		units[meta] = u
		if meta.ForTest == "" {
			base[meta.PkgPath] = u
		}
	}
	for _, meta := range order {
		if meta.ForTest != "" && tests[meta.ForTest] == nil {
			tests[meta.ForTest] = maps.Clone(base)
		}
		if meta.ForTest != "" {
			tests[meta.ForTest][meta.PkgPath] = units[meta]
		}
	}
	for _, u := range units {
		u.universe = base
		if u.meta.ForTest != "" {
			u.universe = tests[u.meta.ForTest]
		}
	}
	return units
}

// reach returns the unit of a package that u is or imports, directly or not, and whose path is wanted; nil if it imports none. Known has
// what earlier calls for that path found.
func (u *unit) reach(wanted func(path string) bool, known map[*unit]*unit) *unit {
	if u == nil || wanted(u.meta.PkgPath) {
		return u
	}
	found, ok := known[u]
	if ok {
		return found
	}
	for _, imp := range u.imports {
		if found = imp.reach(wanted, known); found != nil {
			break
		}
	}
	known[u] = found
	return found
}

// Lookup and Package make a unit the typedata.Others of its own data.
func (u *unit) Lookup(path, name string) types.Object {
	other := u.universe[path]
	if other == nil {
		return nil
	}
	return other.lookup(name)
}

func (u *unit) Package(path string) *types.Package {
	if other := u.universe[path]; other != nil {
		return other.types
	}
	return nil
}

// lookup returns an object at package level; nil if there is none.
func (u *unit) lookup(name string) types.Object {
	if u.data == nil {
		return u.types.Scope().Lookup(name)
	}
	obj, err := u.data.Lookup(name)
	if err != nil {
		return nil // who asked cannot go on, and says so
	}
	return obj
}

// everything stands for all exported names, as a dot import uses them.
const everything = "*"

// find looks up names, and calls found for each object.
func (u *unit) find(names map[string]bool, found func(types.Object)) {
	for name := range names {
		if name == everything {
			list := u.types.Scope().Names()
			if u.data != nil {
				list = u.data.Exported()
			}
			for _, n := range list {
				if token.IsExported(n) {
					found(u.lookup(n))
				}
			}
			continue
		}
		if obj := u.lookup(name); obj != nil {
			found(obj)
		}
	}
}
