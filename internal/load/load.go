// Package load finds the packages of a Go program that the rules need to see
// and type-checks them, at little more than the cost of reading them.
//
// The packages a user names, and the few dependencies that can say something
// about a controller, come from source; everything else comes from the export
// data that the go command keeps in its build cache.
package load

import (
	"context"
	"go/token"
	"go/types"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A Config says what to load.
type Config struct {
	Dir        string   // where the go command runs; "" for the current directory
	Env        []string // environment of the go command; nil for the current one
	BuildFlags []string // passed to the go command, such as -tags=integration
	Tests      bool     // load _test.go files too

	// Matters reports whether a dependency that nobody named is needed from
	// source because of what it imports directly.
	Matters func(path string, imports []string) bool
}

// A Program is a set of packages in dependency order, ready to be type-checked.
type Program struct {
	Fset     *token.FileSet
	Packages []*Package // those that are or may be needed from source; each after those it imports
	Problems []Problem  // what could not be listed, in the order of the packages

	// mu is held to write while export data is read, since that fills in parts
	// of other packages too, and to read while packages are used.
	mu sync.RWMutex
	// reading is held by the one who is to read export data, so that others who found
	// it missing do not wait for all use of packages to end once it is there.
	reading  sync.Mutex
	importer *exportImporter
	sizes    types.Sizes
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

	meta                            *packages.Package
	files, otherFiles, ignoredFiles []string
	imports                         map[string]*types.Package // by import path as written
	types                           *types.Package
}

// A Problem is a reason why a package could not be loaded.
type Problem struct {
	Package string // import path, or the pattern for which there is none
	Pos     string // "file:line:col", "file:line", or ""
	Message string
}

func (p Problem) String() string {
	if p.Pos != "" {
		return p.Pos + ": " + p.Message
	}
	return p.Message
}

const metadata = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedExportFile |
	packages.NeedModule | packages.NeedTypesSizes | packages.NeedForTest

// Load lists the packages that match patterns and decides which of them and of
// their dependencies are loaded from source. It type-checks nothing yet.
//
// A package that cannot be listed becomes a Problem of the program. An error
// means that nothing could be listed at all.
func Load(ctx context.Context, cfg Config, patterns ...string) (*Program, error) {
	roots, err := list(ctx, cfg, metadata, patterns)
	if err == nil && len(roots) == 0 {
		// Where export data is asked for, go/packages takes every failure of the go command for one to compile.
		_, err = list(ctx, cfg, packages.NeedName, patterns)
	}
	switch {
	case outsideModule(ctx, cfg, roots):
		return nil, errNoModule
	case err != nil:
		return nil, listError(err)
	case len(roots) == 0:
		return nil, nothingListed(ctx, cfg, patterns)
	}
	return newProgram(cfg, roots), nil
}

func list(ctx context.Context, cfg Config, mode packages.LoadMode, patterns []string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Context:    ctx,
		Mode:       mode,
		Dir:        cfg.Dir,
		Env:        cfg.Env,
		BuildFlags: cfg.BuildFlags,
		Tests:      cfg.Tests,
	}, patterns...)
}

func newProgram(cfg Config, roots []*packages.Package) *Program {
	g := newGraph(cfg, roots)
	prog := &Program{Fset: token.NewFileSet(), sizes: roots[0].TypesSizes}
	prog.importer = newExportImporter(prog.Fset, g)

	sources := make(map[*packages.Package]*Package)
	for _, meta := range g.order {
		if len(meta.Errors) > 0 && g.need[meta] != fromExport {
			prog.Problems = append(prog.Problems, problems(meta)...)
		}
		// A package that cannot be found has no directory. go/packages takes the file that imports
		// it, which the error names, for one of its own.
		if g.need[meta] == fromExport || len(meta.CompiledGoFiles) == 0 || meta.Dir == "" {
			continue
		}
		p := &Package{
			ID:           meta.ID,
			Path:         meta.PkgPath,
			Name:         meta.Name,
			Module:       meta.Module,
			Named:        g.named[meta],
			Maybe:        g.need[meta] == ifImported,
			meta:         meta,
			files:        meta.CompiledGoFiles,
			otherFiles:   meta.OtherFiles,
			ignoredFiles: meta.IgnoredFiles,
			imports:      make(map[string]*types.Package, len(meta.Imports)),
			types:        prog.importer.pkgs[meta],
		}
		for path, imp := range meta.Imports {
			p.imports[path] = prog.importer.pkgs[imp]
			if src := sources[imp]; src != nil {
				p.Imports = append(p.Imports, src)
			} else {
				prog.importer.need(imp)
			}
		}
		sort.Slice(p.Imports, func(i, j int) bool { return p.Imports[i].ID < p.Imports[j].ID })
		sources[meta] = p
		prog.Packages = append(prog.Packages, p)
	}
	return prog
}

// IgnoredFiles lists the files that build constraints leave out of the package.
func (p *Package) IgnoredFiles() []string { return p.ignoredFiles }

// oneLine joins the lines of a message that the go command wraps.
func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }

func problems(meta *packages.Package) []Problem {
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
		list = append(list, Problem{Package: meta.PkgPath, Pos: pos, Message: oneLine(e.Msg)})
	}
	return list
}

// Types returns the package's type information, which is complete once it has
// been checked.
func (p *Package) Types() *types.Package { return p.types }
