package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"maps"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/rllint/rllint/internal/driving/outline"
	"github.com/rllint/rllint/internal/driving/store"
	"github.com/rllint/rllint/internal/driving/typedata"
)

// declarations provides the data of packages that are not analysed: from the store or,
// where it has none, from the package's source without function bodies.
type declarations struct {
	mu       *sync.RWMutex // held to write while objects are made
	fset     *token.FileSet
	universe *typedata.Universe
	store    *store.Store
	keys     *keys
	sizes    types.Sizes
	busy     chan struct{} // has room for as many as may work at a time
	problems problemList
}

// A problemList is what could not be read. It is safe for concurrent use.
type problemList struct {
	mu      sync.Mutex
	list    []Problem
	unread  map[string]bool            // packages of which a file could not be read
	reached map[string]map[*unit]*unit // by the package that has a problem and who imports it, see unit.reach
}

// at returns the unit of a package with a problem that u is or imports, nil if it imports none.
func (l *problemList) at(u *unit, path string) *unit {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reached[path] == nil {
		if l.reached == nil {
			l.reached = make(map[string]map[*unit]*unit)
		}
		l.reached[path] = make(map[*unit]*unit)
	}
	return u.reach(func(other string) bool { return other == path }, l.reached[path])
}

// lost notes that a file of a package could not be read: it may be there the next time, although nothing tells that it was gone.
func (l *problemList) lost(u *unit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unread == nil {
		l.unread = make(map[string]bool)
	}
	l.unread[u.meta.PkgPath] = true
}

// hasLost reports whether a file could not be read of u, or of what it imports.
func (l *problemList) hasLost(u *unit) bool {
	l.mu.Lock()
	paths := slices.Collect(maps.Keys(l.unread))
	l.mu.Unlock()
	return slices.ContainsFunc(paths, func(path string) bool { return l.at(u, path) != nil })
}

func (l *problemList) add(list ...Problem) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range list {
		if !slices.Contains(l.list, p) {
			l.list = append(l.list, p)
		}
	}
}

func (l *problemList) all() []Problem {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list)
}

// needAll makes sure that units have data, see need.
func (d *declarations) needAll(units []*unit) {
	var wait sync.WaitGroup
	for _, u := range units {
		wait.Go(func() { d.need(u) })
	}
	wait.Wait()
}

// need makes sure that a package that does not come from source has data, and
// with it those that it is made of types of. It may be called concurrently.
func (d *declarations) need(u *unit) {
	if u.source || u.missing() {
		return
	}
	u.once.Do(func() {
		u.data = d.load(u)
		if u.data != nil {
			d.needOthers(u)
		}
	})
}

// needOthers provides the data of the packages whose types are in that of u.
func (d *declarations) needOthers(u *unit) {
	var others []*unit
	for _, path := range u.data.Packages() {
		if other := u.universe[path]; other != nil {
			others = append(others, other)
		}
	}
	d.needAll(others)
}

func (d *declarations) load(u *unit) *typedata.Package {
	key := d.keys.types(u)
	d.start()
	stored, found := d.store.Get(key)
	d.end()
	if found {
		if p, err := d.universe.Open(u.types, u.meta.Dir, stored, u); err == nil {
			return p
		}
	}
	data := d.declare(u, key)
	p, err := d.universe.Open(u.types, u.meta.Dir, data, u)
	if err != nil {
		d.problems.add(Problem{Package: u.meta.PkgPath, Message: fmt.Sprintf("cannot read the types of %s: %v", u.meta.PkgPath, err)})
	}
	return p
}

func (d *declarations) start() { d.busy <- struct{}{} }
func (d *declarations) end()   { <-d.busy }

// declare type-checks the declarations of a package and returns their data, which it also stores.
func (d *declarations) declare(u *unit, key store.Key) []byte {
	data, complete, problems := d.check(u, u.meta.GoFiles)
	if (complete || u.cgo.Load()) && !d.problems.hasLost(u) { // the types that C declares stay unknown
		d.store.Put(key, data)
	} else {
		d.problems.add(problems...)
	}
	return data
}

// keep stores the declarations of a package that was type-checked from source, for when it need not be
// and one that imports it does. It returns them if they are wanted, and nil if there are none.
func (d *declarations) keep(u *unit, c *Checked, wanted bool) []byte {
	if d.store == nil && !wanted || u.meta.Name == "main" || len(c.Problems)+len(c.TypeErrors) > 0 {
		return nil
	}
	key := d.keys.types(u)
	if wanted {
		if data, found := d.store.Get(key); found {
			return data
		}
	} else if d.store.Has(key) { // a damaged one is replaced when it is needed
		return nil
	}
	data, complete := typedata.Encode(d.fset, c.Types)
	if !complete {
		return nil
	}
	d.store.Put(key, data)
	return data
}

// check type-checks the declarations in files. They are complete if all that importers can use has a type.
func (d *declarations) check(u *unit, names []string) (data []byte, complete bool, problems []Problem) {
	d.start()
	uses := make(demands)
	outlines := make([][]byte, len(names))
	for i, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			problems = append(problems, Problem{Package: u.meta.PkgPath, Message: err.Error()})
			d.problems.lost(u)
			continue
		}
		outlines[i] = outline.Of(src)
		u.demand(uses, outlines[i])
	}
	d.end() // nobody who waits for others keeps them from working
	imported := make([]*unit, 0, len(uses))
	for imp := range uses {
		imported = append(imported, imp)
	}
	d.needAll(imported)
	d.start()
	defer d.end()
	views, err := d.views(uses)
	if err != nil {
		problems = append(problems, Problem{Package: u.meta.PkgPath, Message: err.Error()})
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for i, name := range names {
		f, err := parseOutline(fset, name, outlines[i])
		if err != nil {
			problems = append(problems, Problem{Package: u.meta.PkgPath, Message: err.Error()})
		}
		if f != nil {
			files = append(files, f)
		}
		outlines[i] = nil
	}
	conf := &types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         viewImporter{u, views},
		Sizes:            d.sizes,
		GoVersion:        languageVersion(u),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) && !e.Soft {
				problems = append(problems, Problem{Package: u.meta.PkgPath, Pos: fset.Position(e.Pos).String(), Message: e.Msg})
			}
		},
	}
	pkg := types.NewPackage(u.meta.PkgPath, u.meta.Name)
	_ = types.NewChecker(conf, fset, pkg, nil).Files(files) // errors went to conf.Error
	data, complete = typedata.Encode(fset, pkg)
	return data, complete, problems
}

// parseOutline parses the outline of a file, or all of it if the outline cannot be parsed.
func parseOutline(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		f, err = parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	}
	return f, err
}

// languageVersion returns the Go version that a package is written for, "" for the newest.
func languageVersion(u *unit) string {
	if u.meta.Module == nil || u.meta.Module.GoVersion == "" {
		return ""
	}
	v := "go" + u.meta.Module.GoVersion
	if version.Compare(v, runtime.Version()) > 0 {
		return "" // the type-checker would refuse to try
	}
	return v
}

// views returns packages that have the objects demanded and no others, by the unit that they show. The
// packages themselves get objects while others are type-checked, these do not.
func (d *declarations) views(uses demands) (map[*unit]*types.Package, error) {
	views := make(map[*unit]*types.Package, len(uses))
	d.mu.Lock()
	defer d.mu.Unlock()
	for imp, names := range uses {
		if imp.types == types.Unsafe {
			views[imp] = types.Unsafe
			continue
		}
		view := types.NewPackage(imp.meta.PkgPath, imp.meta.Name)
		imp.find(names, func(obj types.Object) { view.Scope().Insert(obj) })
		view.MarkComplete()
		views[imp] = view
	}
	return views, d.universe.Finish()
}

// A viewImporter resolves the imports of a package whose function bodies do not count. What only they use is
// an empty package.
type viewImporter struct {
	unit  *unit
	views map[*unit]*types.Package
}

func (im viewImporter) Import(path string) (*types.Package, error) {
	imp := im.unit.imports[path]
	if imp == nil || imp.missing() {
		return nil, errNotBuilt
	}
	if view := im.views[imp]; view != nil {
		return view, nil
	}
	empty := types.NewPackage(imp.meta.PkgPath, imp.meta.Name)
	empty.MarkComplete()
	return empty, nil
}

// errNotBuilt is why a package cannot be imported that the go command could not list: what it said of that
// is a problem of its own.
var errNotBuilt = errors.New("it cannot be listed or compiled")

// missing reports whether the go command has not found the package or its files.
func (u *unit) missing() bool {
	return u.types != types.Unsafe && (u.meta.Dir == "" || len(u.meta.GoFiles) == 0)
}
