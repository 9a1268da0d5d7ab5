package repair_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/development/wanttest"
	"github.com/rllint/rllint/internal/driving/repair"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// A program is loaded once and then analysed again and again, each time with something missing.
type program struct {
	roots []*packages.Package
	order []*packages.Package // that are analysed, each after those it imports
	whole map[controller][]*model.Controller
	// imports are the packages that those imported, by path.
	imports map[string]*types.Package
}

// A controller is known by where it is created.
type controller struct {
	site model.Site
	main string
}

func loadProgram(t *testing.T, dir string, env []string, patterns ...string) *program {
	t.Helper()
	roots, err := wanttest.Load(dir, env, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{roots: roots, imports: make(map[string]*types.Package)}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		for _, err := range pkg.Errors {
			t.Logf("%s: %v", pkg.PkgPath, err)
		}
		p.order = append(p.order, pkg)
		for _, imp := range pkg.Types.Imports() {
			p.imports[imp.Path()] = imp
		}
	})
	p.whole = p.analyse(t, roots)
	if len(p.whole) == 0 {
		t.Fatal("no controllers found")
	}
	return p
}

// A damage says what is missing of a program.
type damage struct {
	text   map[string][]byte      // of files that are not as they are on disk
	absent func(path string) bool // whether a package cannot be had; may be nil
}

// damaged returns the controllers that are found in what is left of the packages that the damage
// touches, and whether anything does not type-check.
func (p *program) damaged(t *testing.T, d damage) (found map[controller][]*model.Controller, broken bool) {
	t.Helper()
	clones := make(map[*packages.Package]*packages.Package)
	byTypes := make(map[*types.Package]*packages.Package)
	for _, pkg := range p.order {
		if !d.touches(pkg, clones) {
			continue
		}
		c, errs := p.clone(t, d, pkg, clones, byTypes)
		clones[pkg] = c
		byTypes[pkg.Types] = c
		broken = broken || errs
	}
	roots := make([]*packages.Package, 0, len(p.roots))
	for _, r := range p.roots {
		if c := clones[r]; c != nil && !c.IllTyped {
			roots = append(roots, c)
		}
	}
	return p.analyse(t, roots), broken
}

// touches reports whether a package is not the same once something is missing.
func (d *damage) touches(pkg *packages.Package, clones map[*packages.Package]*packages.Package) bool {
	for _, imp := range pkg.Imports {
		if clones[imp] != nil {
			return true
		}
	}
	if d.absent != nil && slices.ContainsFunc(pkg.Types.Imports(), func(imp *types.Package) bool { return d.absent(imp.Path()) }) {
		return true
	}
	return slices.ContainsFunc(pkg.CompiledGoFiles, func(name string) bool { return d.text[name] != nil })
}

// clone type-checks a package again and repairs it.
func (p *program) clone(t *testing.T, d damage, pkg *packages.Package, clones map[*packages.Package]*packages.Package,
	byTypes map[*types.Package]*packages.Package) (c *packages.Package, broken bool) {
	t.Helper()
	one := *pkg
	c = &one
	c.Imports = make(map[string]*packages.Package)
	for path, imp := range pkg.Imports {
		switch {
		case d.absent != nil && d.absent(imp.PkgPath):
		case clones[imp] != nil:
			c.Imports[path] = clones[imp]
		default:
			c.Imports[path] = imp
		}
	}
	c.Types = types.NewPackage(pkg.PkgPath, pkg.Name)
	r := &repair.Package{Fset: pkg.Fset, Types: c.Types, Info: repair.NewInfo()}
	for _, name := range pkg.CompiledGoFiles {
		text := d.text[name]
		if text == nil {
			var err error
			if text, err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
		f, err := parser.ParseFile(pkg.Fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err) // what is cut out leaves no syntax errors
		}
		if f != nil {
			r.Files = append(r.Files, f)
		}
	}
	conf := types.Config{Sizes: pkg.TypesSizes, Importer: importer(func(path string) (*types.Package, error) {
		if d.absent != nil && d.absent(path) {
			return nil, errors.New("it is missing")
		}
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		if imp := p.imports[path]; imp != nil {
			if clone := byTypes[imp]; clone != nil {
				return clone.Types, nil
			}
			return imp, nil
		}
		return nil, fmt.Errorf("%s is not imported", path)
	}), Error: func(err error) {
		if e := err.(types.Error); !e.Soft {
			r.Errors = append(r.Errors, e)
		}
	}}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + pkg.Module.GoVersion
	}
	types.NewChecker(&conf, pkg.Fset, c.Types, r.Info).Files(r.Files)
	if broken = broken || len(r.Errors) > 0; broken {
		first := r.Errors
		c.IllTyped = !repair.Run(conf, r)
		if c.IllTyped {
			t.Errorf("%s is not repaired: %v, first %v", pkg.PkgPath, r.Errors, first)
		}
	}
	c.Syntax, c.TypesInfo = r.Files, r.Info
	return c, broken
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

// analyse returns the controllers of packages.
func (p *program) analyse(t *testing.T, roots []*packages.Package) map[controller][]*model.Controller {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{model.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []*model.Controller
	for _, action := range graph.Roots {
		if action.Err != nil {
			t.Errorf("%s: %v", action, action.Err)
			continue
		}
		result := action.Result.(*model.Result)
		if result.Why != "" {
			t.Errorf("%s: %s\n%s", action, result.Why, result.Trace)
		}
		list = append(list, result.Controllers...)
	}
	reached := make(map[model.Site]bool)
	out := make(map[controller][]*model.Controller)
	for _, c := range list {
		if c.Main != "" {
			reached[c.Site] = true
			out[controller{c.Site, c.Main}] = append(out[controller{c.Site, c.Main}], c)
		}
	}
	for _, c := range list {
		if c.Main == "" && !reached[c.Site] {
			out[controller{c.Site, ""}] = append(out[controller{c.Site, ""}], c)
		}
	}
	return out
}

// wrong says what of the controllers found is neither unknown nor what is said of the whole program.
func (p *program) wrong(found map[controller][]*model.Controller) []string {
	var list []string
	for at, cs := range found {
		var same []*model.Controller
		for w, ws := range p.whole {
			if w.site == at.site && (w.main == at.main || at.main == "" || len(p.whole[at]) == 0) {
				same = append(same, ws...)
			}
		}
		for _, c := range cs {
			if why := differs(c, same); why != "" {
				list = append(list, fmt.Sprintf("%s:%d (main %q): %s", filepath.Base(filepath.Dir(at.site.File))+"/"+filepath.Base(at.site.File),
					at.site.Line, at.main, why))
			}
		}
	}
	slices.Sort(list)
	return list
}

func differs(c *model.Controller, same []*model.Controller) string {
	if len(same) == 0 {
		return "no such controller in the whole program"
	}
	var why []string
	for _, attr := range judge.Attributes() {
		got := c.Limits[attr]
		if got.Verdict != judge.Unknown && !slices.ContainsFunc(same,
			func(w *model.Controller) bool { return w.Limits[attr].Verdict == got.Verdict }) {
			why = append(why, fmt.Sprintf("%s %s (%s), but %s (%s)", attr.Key, got.Verdict, got.Detail, same[0].Limits[attr].Verdict,
				same[0].Limits[attr].Detail))
		}
	}
	return strings.Join(why, "; ")
}

// A cut is something that is deleted from a file.
type cut struct {
	file, what string
	from, to   int
	// breaks says that what is left cannot compile and mean something else.
	breaks bool
}

// cuts lists what can be deleted from a file.
func cuts(t *testing.T, name string) []cut {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var list []cut
	whole := make(map[ast.Stmt]bool) // what a clause waits for, and what stands behind else: without them nothing parses
	add := func(n ast.Node, what string, breaks bool) {
		list = append(list, cut{name, what, fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset, breaks})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name != "init" {
				add(d, "func "+d.Name.Name, true)
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BlockStmt, *ast.CaseClause:
				case *ast.CommClause:
					whole[n.Comm] = true
				case *ast.AssignStmt:
					if !whole[n] {
						add(n, "an assignment", false)
					}
				case ast.Stmt:
					if branch, ok := n.(*ast.IfStmt); ok {
						whole[branch.Else] = true
					}
					if !whole[n] {
						add(n, "a statement", false)
					}
				}
				return true
			})
		case *ast.GenDecl:
			if !d.Lparen.IsValid() {
				add(d, d.Tok.String(), true)
				continue
			}
			for _, s := range d.Specs {
				add(s, d.Tok.String(), true)
			}
		}
	}
	return list
}

// damage returns a program without the cut; lines stay where they are.
func (c cut) damage(t *testing.T) damage {
	t.Helper()
	text, err := os.ReadFile(c.file)
	if err != nil {
		t.Fatal(err)
	}
	for i := c.from; i < c.to; i++ {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
	return damage{text: map[string][]byte{c.file: text}}
}

func (c cut) String() string {
	text, _ := os.ReadFile(c.file)
	deleted := string(text[c.from:c.to])
	if len(deleted) > 200 {
		deleted = deleted[:200] + "…"
	}
	return fmt.Sprintf("%s/%s without %s: %s", filepath.Base(filepath.Dir(c.file)), filepath.Base(c.file), c.what, deleted)
}
