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
	"slices"
	"strings"
	"sync"

	"github.com/rllint/rllint/internal/driving/repair"
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
	// Unfit says that nothing of the package can be analysed, such as one with a syntax error. Otherwise Files, Types and Info
	// agree with each other, whatever the problems: see [repair.Run].
	Unfit bool
}

// UseData says that p, which may be needed from source, is not: who imports it gets its types from
// data. The packages it imports must be done.
func (prog *Program) UseData(p *Package) { p.unit.source = false }

// ShowFiles adds the files of p, which is not type-checked from source, to the file set: what other
// packages find can point there. It must be called before Prepare.
func (prog *Program) ShowFiles(p *Package) {
	if prog.declarations.keys.cached(p.unit) {
		return // dependencies are not pointed at
	}
	for _, name := range p.unit.meta.GoFiles {
		if content, err := os.ReadFile(name); err == nil {
			prog.declarations.universe.AddFile(name, content)
		}
	}
}

// Again says that p, which no other package imports, is to be used once more.
func (prog *Program) Again(p *Package) {
	prog.mu.Lock()
	defer prog.mu.Unlock()
	p.unit.types = types.NewPackage(p.unit.meta.PkgPath, p.unit.meta.Name)
	p.unit.types.MarkComplete()
	p.unit.source = true
}

// Prepare provides what the packages need of those that are not type-checked from source.
// It is not needed before Use, and saves much of its time if it is called for many packages at once; it may be called again
// for those whose imports are done.
func (prog *Program) Prepare(list []*Package) {
	var wait sync.WaitGroup
	d := prog.declarations
	for _, p := range list {
		wait.Go(func() {
			if p.demands == nil {
				d.start()
				p.demands = d.fileDemands(p.unit)
				d.end()
			}
			prog.needImports(p)
		})
	}
	wait.Wait()
	prog.make(list...)
}

// needImports provides the data of those imports of p that have it.
func (prog *Program) needImports(p *Package) {
	list := make([]*unit, 0, len(p.unit.imports))
	for _, imp := range p.unit.imports {
		if imp != nil {
			list = append(list, imp)
		}
	}
	prog.declarations.needAll(list)
}

// make makes the objects that packages need of those that have data.
func (prog *Program) make(list ...*Package) {
	prog.mu.Lock()
	defer prog.mu.Unlock()
	for _, p := range list {
		for imp, names := range p.demands {
			if !imp.source {
				imp.find(names, func(types.Object) {})
				delete(p.demands, imp)
			}
		}
		for _, imp := range p.unit.imports {
			// The place of any object tells the version of its module.
			if imp != nil && imp.data != nil && imp.types.Scope().Len() == 0 {
				if names := imp.data.Exported(); len(names) > 0 {
					imp.lookup(names[0])
				}
			}
		}
	}
	if err := prog.declarations.universe.Finish(); err != nil {
		prog.declarations.problems.add(Problem{Message: "cannot read the types of the packages' imports: " + err.Error()})
	}
}

// DataProblems returns why packages that are not analysed have no types, as far as somebody needed them.
func (prog *Program) DataProblems() []Problem { return prog.declarations.problems.all() }

// DataProblemsOf returns those of DataProblems that are about what p imports, directly or not, and whether they stay as long
// as nothing of these changes.
func (prog *Program) DataProblemsOf(p *Package) (list []Problem, stay bool) {
	stay = !prog.declarations.problems.hasLost(p.unit)
	for _, problem := range prog.DataProblems() {
		if u := prog.declarations.problems.at(p.unit, problem.Package); u != nil {
			list = append(list, problem)
		} else if problem.Package == "" {
			stay = false // of all packages
		}
	}
	return list, stay
}

// AddDataProblems adds problems that DataProblemsOf returned in an earlier run.
func (prog *Program) AddDataProblems(list []Problem) { prog.declarations.problems.add(list...) }

// Use type-checks p from source and calls analyze with the result. The packages
// p imports must be done. It may be called concurrently for different packages, once for each;
// the types of other packages may be looked into only during analyze. Afterwards those that import p get its
// types from data, if they can: then nothing holds its syntax, and all that was declared
// in its functions.
func (prog *Program) Use(p *Package, analyze func(*Checked)) {
	if prog.Waits(p) {
		prog.Prepare([]*Package{p})
	}
	if c, data := prog.use(p, analyze); data != nil {
		prog.exchange(p, c, data)
	}
}

// use is Use without what comes before and after. It returns the data of p, nil if there is none.
func (prog *Program) use(p *Package, analyze func(*Checked)) (*Checked, []byte) {
	prog.mu.RLock()
	defer prog.mu.RUnlock()
	c := prog.check(p)
	analyze(c)
	return c, prog.declarations.keep(p.unit, c, p.imported)
}

// exchange replaces the types of p that come from source by those from data.
func (prog *Program) exchange(p *Package, c *Checked, data []byte) {
	fresh := types.NewPackage(p.unit.meta.PkgPath, p.unit.meta.Name)
	fresh.MarkComplete()
	opened, err := prog.declarations.universe.Open(fresh, p.unit.meta.Dir, data, p.unit)
	if err != nil {
		return // it was damaged in the store; the types from source are as good
	}
	var files []*token.File
	for _, f := range c.Files {
		files = append(files, prog.Fset.File(f.FileStart))
	}
	opened.ShowIn(files)
	p.unit.once.Do(func() {}) // it has its data
	p.unit.types, p.unit.data, p.unit.source = fresh, opened, false
	prog.declarations.needOthers(p.unit)
}

// Waits reports whether Use of p, whose imports are done, has to make objects first. While these are made no package can be used.
func (prog *Program) Waits(p *Package) bool {
	prog.mu.RLock()
	defer prog.mu.RUnlock()
	for imp := range p.demands {
		if !imp.source {
			return true
		}
	}
	return p.demands == nil
}

// check type-checks p from source.
func (prog *Program) check(p *Package) *Checked {
	c := &Checked{Package: p, OtherFiles: p.otherFiles, IgnoredFiles: p.ignoredFiles, Types: p.unit.types, Sizes: prog.declarations.sizes}
	const mode = parser.ParseComments | parser.SkipObjectResolution
	for _, name := range p.unit.meta.GoFiles {
		f, err := parser.ParseFile(prog.Fset, name, nil, mode)
		if err != nil {
			c.addProblems(err)
			if _, syntax := err.(scanner.ErrorList); !syntax {
				prog.declarations.problems.lost(p.unit)
			} else { // what is not read could set anything
				c.Unfit = true
			}
		}
		if f != nil {
			c.Files = append(c.Files, f)
		}
	}
	c.Info = repair.NewInfo()

	conf := &types.Config{
		Importer: packageImporter{p.unit},
		Sizes:    c.Sizes,
		// Bodies of packages that nobody analyses still count: the facts
		// of a dependency are made from them.
		Error: c.addProblems,
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	_ = types.NewChecker(conf, prog.Fset, c.Types, c.Info).Files(c.Files) // errors went to conf.Error
	if len(c.TypeErrors) > 0 && !c.Unfit {
		c.repair(prog.Fset, conf)
	}
	return c
}

// repair makes what there is of a package with errors fit for analysis.
func (c *Checked) repair(fset *token.FileSet, conf *types.Config) {
	hard := slices.DeleteFunc(slices.Clone(c.TypeErrors), func(e types.Error) bool { return e.Soft })
	if len(hard) > 0 {
		c.Unfit = !repair.Run(*conf, &repair.Package{Fset: fset, Files: c.Files, Types: c.Types, Info: c.Info, Errors: hard})
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
			c.Problems = append(c.Problems, Problem{Package: c.Path, Pos: e.Pos.String(), Message: e.Msg})
		}
	case errors.As(err, &typeError):
		c.TypeErrors = append(c.TypeErrors, typeError)
		if strings.HasPrefix(typeError.Msg, "could not import C (") {
			return // what C declares is unknown, and no limit is one of that
		}
		c.Problems = append(c.Problems, Problem{Package: c.Path, Pos: typeError.Fset.Position(typeError.Pos).String(), Message: typeError.Msg})
	default:
		c.Problems = append(c.Problems, Problem{Package: c.Path, Message: err.Error()})
	}
}

// A packageImporter resolves the imports of one package.
type packageImporter struct{ unit *unit }

func (im packageImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := im.unit.imports[path]
	if imp == nil {
		return nil, fmt.Errorf("package %s was not listed", path)
	}
	if imp.missing() {
		return nil, errNotBuilt
	}
	return imp.types, nil
}
