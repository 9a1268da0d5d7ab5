package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"

	"github.com/rllint/rllint/internal/repair"
)

// A Checked package has syntax and types.
type Checked struct {
	*Package
	OtherFiles   []string
	IgnoredFiles []string
	Files        []*ast.File
	Types        *types.Package
	Info         *types.Info
	Sizes        types.Sizes
	TypeErrors   []types.Error
	Problems     []Problem // why it does not compile; empty if it does
	// Unfit says that nothing of the package can be analysed. Otherwise Files, Types and Info
	// agree with each other, whatever the problems: see [repair.Run].
	Unfit bool
}

// UseExport says that p, which may be needed from source, is not: its types come
// from export data. The packages it imports must be done.
func (prog *Program) UseExport(p *Package) {
	prog.mu.Lock()
	defer prog.mu.Unlock()
	prog.importer.need(p.meta)
}

// Use type-checks p from source and calls analyze with the result. The packages
// p imports must be done. It may be called concurrently for different packages, once for each;
// the types of other packages may be looked into only during analyze.
func (prog *Program) Use(p *Package, analyze func(*Checked)) {
	prog.readExports(p)
	prog.mu.RLock()
	defer prog.mu.RUnlock()
	analyze(prog.check(p))
}

// readExports reads all export data that is pending if p waits for some of it.
// Reading waits for all other work to stop and holds it up, so it is done only when
// it must be, and as much as possible at a time.
func (prog *Program) readExports(p *Package) {
	if !prog.waits(p) {
		return
	}
	prog.reading.Lock()
	defer prog.reading.Unlock()
	if prog.waits(p) { // nobody else has read it meanwhile
		prog.mu.Lock()
		defer prog.mu.Unlock()
		prog.importer.read()
	}
}

// waits reports whether p imports a package whose export data has not been read.
func (prog *Program) waits(p *Package) bool {
	prog.mu.RLock()
	defer prog.mu.RUnlock()
	for _, imp := range p.imports {
		if prog.importer.pending[imp] != nil {
			return true
		}
	}
	return false
}

func (prog *Program) check(p *Package) *Checked {
	c := &Checked{Package: p, OtherFiles: p.otherFiles, IgnoredFiles: p.ignoredFiles, Types: p.types, Sizes: prog.sizes}
	const mode = parser.ParseComments | parser.SkipObjectResolution
	var lost []repair.Lost
	for _, name := range p.files {
		f, err := parser.ParseFile(prog.Fset, name, nil, mode)
		if err != nil {
			c.addProblems(err)
			if text, readErr := os.ReadFile(name); readErr == nil && f != nil {
				var blank []repair.Lost
				f, blank = repair.Parse(prog.Fset, name, text, mode)
				lost = append(lost, blank...)
			}
		}
		if f != nil {
			c.Files = append(c.Files, f)
		}
	}
	c.Info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	conf := &types.Config{
		Importer: packageImporter{prog.importer, p.imports},
		Sizes:    prog.sizes,
		// Bodies of packages that nobody analyses still count: the facts
		// of a dependency are made from them.
		Error: func(err error) { c.addProblems(err) },
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	types.NewChecker(conf, prog.Fset, p.types, c.Info).Files(c.Files) // errors went to conf.Error
	if len(c.Problems) > 0 {
		c.repair(prog.Fset, conf, lost)
	}
	return c
}

// repair makes what there is of a package with errors fit for analysis.
func (c *Checked) repair(fset *token.FileSet, conf *types.Config, lost []repair.Lost) {
	hard := slices.DeleteFunc(slices.Clone(c.TypeErrors), func(e types.Error) bool { return e.Soft })
	if len(hard) > 0 || len(lost) > 0 {
		c.Unfit = !repair.Run(*conf, &repair.Package{
			Fset: fset, Files: c.Files, Types: c.Types, Info: c.Info, Errors: hard, Lost: lost,
		})
	}
	// What another package lacks, that package's problems tell.
	c.Problems = slices.DeleteFunc(c.Problems, func(p Problem) bool { return repair.AboutStandIn(p.Message) })
}

func (c *Checked) addProblems(err error) {
	var syntax scanner.ErrorList
	var typeError types.Error
	switch {
	case errors.As(err, &syntax):
		for _, e := range syntax {
			c.Problems = append(c.Problems, Problem{c.Path, e.Pos.String(), e.Msg})
		}
	case errors.As(err, &typeError):
		c.TypeErrors = append(c.TypeErrors, typeError)
		c.Problems = append(c.Problems, Problem{c.Path, typeError.Fset.Position(typeError.Pos).String(), typeError.Msg})
	default:
		c.Problems = append(c.Problems, Problem{Package: c.Path, Message: err.Error()})
	}
}

// A packageImporter resolves the imports of one package.
type packageImporter struct {
	exports *exportImporter
	imports map[string]*types.Package
}

func (im packageImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	pkg := im.imports[path]
	if pkg == nil {
		return nil, fmt.Errorf("package %s was not listed", path)
	}
	switch err := im.exports.failed[pkg]; {
	case errors.Is(err, errNotBuilt):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w (this program was built with %s)", err, runtime.Version())
	}
	return pkg, nil
}
