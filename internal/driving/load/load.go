// Package load finds the packages of a Go program that the rules need to see
// and type-checks them, at little more than the cost of reading them.
//
// The packages a user names, and the few dependencies that can say something
// about a controller, come from source. Of everything else only the declared types are needed:
// they come from a store or, the first time, from source without function bodies.
// Nothing is compiled.
package load

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/rllint/rllint/internal/driving/store"
	"github.com/rllint/rllint/internal/driving/typedata"
)

// A Config says what to load.
type Config struct {
	Dir        string   // where the go command runs; "" for the current directory
	Env        []string // environment of the go command; nil for the current one
	BuildFlags []string // passed to the go command, such as -tags=integration
	Tests      bool     // load _test.go files too

	// Joined, if it is not nil, says that by a -modfile among BuildFlags the go command lists other modules as
	// requirements of the module of Dir, in folders of their own.
	Joined *Joined

	// Store keeps the types of packages that are not analysed; nil keeps nothing.
	Store *store.Store

	// Matters reports whether a dependency that nobody named is needed from
	// source because of what it imports directly.
	Matters func(path string, imports []string) bool
}

// A Program is a set of packages in dependency order, ready to be type-checked.
type Program struct {
	Fset     *token.FileSet
	Packages []*Package // those that are or may be needed from source; each after those it imports
	Problems []Problem  // what could not be listed, in the order of the packages

	// mu is held to write while types are made from data, since that gives objects
	// to other packages too, and to read while packages are used.
	mu           sync.RWMutex
	declarations *declarations
}

// A Package is, or may be, needed from source.
type Package struct {
	ID      string // unique in the program; differs from Path for test variants
	Path    string // import path
	Name    string
	Module  *packages.Module // nil in the standard library and outside of modules
	Named   bool             // the user asked for it, so its findings are reported
	Maybe   bool             // needed from source only if something is learnt from one of Imports
	Imports []*Package       // the direct imports among the program's packages, sorted by ID

	unit                     *unit
	imported                 bool // by another of the program's packages
	otherFiles, ignoredFiles []string
	demands                  demands // what it uses of packages whose types come from data and have not been made
}

// Closure returns the package and all of the program's packages that it imports, directly or not.
func (p *Package) Closure() map[*Package]bool {
	all := make(map[*Package]bool)
	var add func(p *Package)
	add = func(p *Package) {
		if !all[p] {
			all[p] = true
			for _, imp := range p.Imports {
				add(imp)
			}
		}
	}
	add(p)
	return all
}

// Mains returns how many of the program's main packages import one for which matters is true, directly or not.
func (prog *Program) Mains(matters func(path string) bool) int {
	n := 0
	known := make(map[*unit]*unit)
	for _, p := range prog.Packages {
		if p.Name == "main" && p.unit.reach(matters, known) != nil {
			n++
		}
	}
	return n
}

// A Problem is a reason why a package could not be loaded.
type Problem struct {
	Package string // import path, or the pattern for which there is none
	Pos     string // "file:line:col", "file:line", or ""
	Message string
	Module  string // path and version of a module that is left out, "" if the problem is another
	// Importer is a package that imports one whose problem has no position, "" if none does.
	Importer string
}

func (p Problem) String() string {
	if p.Pos != "" {
		return p.Pos + ": " + p.Message
	}
	if p.Importer != "" {
		return p.Message + " (" + p.Importer + " imports it)"
	}
	return p.Message
}

const metadata = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedModule | packages.NeedForTest

// Load lists the packages that match patterns and decides which of them and of
// their dependencies are loaded from source. It type-checks nothing yet.
//
// A package that cannot be listed becomes a Problem of the program. An error
// means that nothing could be listed at all.
func Load(ctx context.Context, cfg Config, patterns ...string) (*Program, error) {
	environmentOf := sync.OnceValues(func() (environment, error) { return readEnvironment(ctx, cfg) })
	go environmentOf()
	roots, vendor, gone, err := listPossible(ctx, cfg, environmentOf, patterns)
	env, envErr := environmentOf()
	switch {
	case outsideModule(env, roots):
		return nil, errNoModule(cmp.Or(cfg.Dir, "."))
	case err != nil:
		return nil, listError(err)
	case len(roots) == 0:
		return nil, nothingListed(ctx, cfg, patterns)
	case envErr != nil:
		return nil, listError(envErr)
	}
	prog := newProgram(ctx, cfg, env, roots)
	var left []Problem
	if vendor {
		left = append(left, withoutVendor)
	}
	for _, m := range gone {
		prog.Problems = slices.DeleteFunc(prog.Problems, m.about)
		left = append(left, m.problem())
	}
	prog.Problems = append(left, prog.Problems...)
	return prog, nil
}

// list has the go command list packages, with the content that overlay gives files in place of their own.
func list(ctx context.Context, cfg Config, overlay map[string][]byte, patterns []string) ([]*packages.Package, error) {
	roots, err := packages.Load(&packages.Config{
		Context:    ctx,
		Mode:       metadata,
		Dir:        cfg.Dir,
		Env:        cfg.Env,
		BuildFlags: cfg.BuildFlags,
		Tests:      cfg.Tests,
		Overlay:    overlay,
	}, patterns...)
	cfg.Joined.restore(roots)
	return roots, err
}

func newProgram(ctx context.Context, cfg Config, env environment, roots []*packages.Package) *Program {
	g := newGraph(cfg, roots)
	units := newUnits(g.order)
	prog := &Program{Fset: token.NewFileSet()}
	prog.declarations = &declarations{
		mu:       &prog.mu,
		fset:     prog.Fset,
		universe: typedata.NewUniverse(prog.Fset),
		store:    cfg.Store,
		keys:     newKeys(cfg.Store, env),
		sizes:    env.sizes(),
		busy:     make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	sources := make(map[*packages.Package]*Package)
	for _, meta := range g.order {
		if len(meta.Errors) > 0 && g.need[meta] != fromData {
			prog.Problems = append(prog.Problems, g.problems(meta)...)
		}
		// A package that cannot be found has no directory. go/packages takes the file that imports
		// it, which the error names, for one of its own.
		if g.need[meta] == fromData || units[meta].missing() {
			continue
		}
		p := &Package{
			ID:           meta.ID,
			Path:         meta.PkgPath,
			Name:         meta.Name,
			Module:       meta.Module,
			Named:        g.named[meta],
			Maybe:        g.need[meta] == ifImported,
			unit:         units[meta],
			otherFiles:   meta.OtherFiles,
			ignoredFiles: meta.IgnoredFiles,
		}
		p.unit.source = true
		for _, imp := range meta.Imports {
			if src := sources[imp]; src != nil {
				p.Imports = append(p.Imports, src)
				src.imported = true
			}
		}
		sort.Slice(p.Imports, func(i, j int) bool { return p.Imports[i].ID < p.Imports[j].ID })
		sources[meta] = p
		prog.Packages = append(prog.Packages, p)
	}
	return prog
}

// oneLine joins the lines of a message that the go command wraps.
func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }

func (g *graph) problems(meta *packages.Package) []Problem {
	var list []Problem
	for _, e := range meta.Errors {
		// What the compiler said, type-checking will say better.
		if strings.HasPrefix(e.Msg, "# ") {
			continue
		}
		pos := e.Pos
		if pos == "-" {
			pos = ""
		}
		message := oneLine(e.Msg)
		if pos == "" && !strings.Contains(message, path.Base(meta.PkgPath)) {
			message = meta.PkgPath + ": " + message // the go command does not always say which package or folder it means
		}
		p := Problem{Package: meta.PkgPath, Pos: pos, Message: message}
		if i := slices.IndexFunc(g.order, func(p *packages.Package) bool { return p.Imports[meta.PkgPath] == meta }); pos == "" && i >= 0 {
			p.Importer = g.order[i].PkgPath
		}
		list = append(list, p)
	}
	return list
}

// Key is a hash of everything that the package's types and what its analysis finds can depend on, but for who
// analyses it: its files and other Go files of its folder, where they are, and all that it imports. It may be
// called concurrently.
func (prog *Program) Key(p *Package) store.Key {
	keys := prog.declarations.keys
	types := keys.types(p.unit)
	return prog.declarations.store.Key("package", p.ID, p.unit.meta.Dir, string(types[:]), keys.beside(p.unit), fmt.Sprint(p.Named))
}

// Types returns the package's type information, which is complete once it has
// been checked.
func (p *Package) Types() *types.Package { return p.unit.types }
