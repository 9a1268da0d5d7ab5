// Package repair makes a Go package that does not fully type-check fit for analysis.
//
// Each expression that has no type, or not one that fits where it stands, gives way to a
// call of a function that nobody can read, a stand-in, which is handed what the expression
// computes with. A type that does not resolve gives way to a type of which nothing is known.
// What is left type-checks as a whole, so that whoever reads it, SSA construction included,
// meets no half-typed code.
package repair

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// maxRounds bounds how often a package is type-checked again. Most need two rounds; each
// declaration that resists is given up a step further in each round (see level).
const maxRounds = 20

// A level says how much of a declaration is kept that has errors.
type level int

const (
	expressions  level = iota // all but the expressions that have errors
	declarations              // its name and type
	nothing
)

// bodyTries is the number of rounds after which the body of a function is given up. Most need two: what is still wrong
// after four would be wrong in the next too.
const bodyTries = 4

// levelOf returns the level for a declaration that had errors in as many rounds.
func levelOf(tries int) level {
	switch {
	case tries < bodyTries:
		return expressions
	case tries < bodyTries+2:
		return declarations
	}
	return nothing
}

// A Package is the syntax of a package, and what type-checking it found wrong.
type Package struct {
	Fset   *token.FileSet
	Files  []*ast.File
	Types  *types.Package
	Info   *types.Info
	Errors []types.Error // those of type-checking
}

// Run changes the files until they type-check and fills Types and Info anew. It reports
// whether it succeeded; if not, the files are of no use. The configuration is that with which the package was
// type-checked; its Importer must give the same packages again.
//
// Nothing else may use the package meanwhile.
func Run(conf types.Config, p *Package) bool {
	r := &repairer{Package: p, stands: newStandIns(p.Types), tries: make(map[ast.Node]int), importer: conf.Importer}
	conf.DisableUnusedImportCheck = true
	if generics := "go1.18"; version.IsValid(conf.GoVersion) && version.Compare(conf.GoVersion, generics) < 0 {
		conf.GoVersion = generics // which the stand-ins are
	}
	conf.Importer = r
	conf.Error = func(err error) {
		if e, ok := err.(types.Error); ok && !e.Soft {
			r.Errors = append(r.Errors, e)
		}
	}
	r.dropFailedImports()
	for range maxRounds {
		r.round()
		name := p.Types.Name()
		*p.Types = *types.NewPackage(p.Types.Path(), name)
		*p.Info = *NewInfo()
		r.Errors = nil
		types.NewChecker(&conf, p.Fset, p.Types, p.Info).Files(p.Files) // errors went to conf.Error
		if len(r.Errors) == 0 {
			return true
		}
	}
	return false
}

// NewInfo returns an Info that takes all that type-checking tells of a package.
func NewInfo() *types.Info {
	return &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
}

// A repairer repairs one package.
type repairer struct {
	*Package
	importer types.Importer
	stands   *standIns
	tries    map[ast.Node]int // rounds in which a declaration or specification had errors
	used     bool             // the current file mentions the stand-ins
	typeVars []ast.Decl       // variables that take the place of constants, to be added to the current file
}

// Import makes a repairer the importer of the packages it type-checks.
func (r *repairer) Import(path string) (*types.Package, error) {
	if path == known.StandIn {
		return r.stands.pkg, nil
	}
	return r.importer.Import(path)
}

// dropFailedImports leaves out the imports of packages that cannot be had.
func (r *repairer) dropFailedImports() {
	failed := func(spec *ast.ImportSpec) bool {
		path := strings.Trim(spec.Path.Value, "`\"")
		if path == "unsafe" {
			return false
		}
		_, err := r.importer.Import(path)
		return err != nil
	}
	for _, f := range r.Files {
		f.Imports = filter(f.Imports, func(spec *ast.ImportSpec) bool { return !failed(spec) })
		f.Decls = filter(f.Decls, func(d ast.Decl) bool {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.IMPORT {
				return true
			}
			g.Specs = filter(g.Specs, func(s ast.Spec) bool { return !failed(s.(*ast.ImportSpec)) })
			return len(g.Specs) > 0
		})
	}
}

// round repairs each declaration that has errors, or mentions what has no type.
func (r *repairer) round() {
	byDecl := make(map[ast.Node][]token.Pos)
	for _, e := range r.Errors {
		// Of two declarations of one name the first stays, which the second error is about.
		if n := r.declaration(e.Pos); n != nil && !strings.Contains(e.Msg, "other declaration of") {
			byDecl[n] = append(byDecl[n], e.Pos)
		}
	}
	for _, f := range r.Files {
		r.used = false
		r.typeVars = nil
		var kept []ast.Decl
		for _, d := range f.Decls {
			if r.decl(d, byDecl) {
				kept = append(kept, d)
			}
		}
		f.Decls = append(kept, r.typeVars...)
		if r.used {
			r.stands.importInto(f)
		}
	}
}

// declaration returns the function or the specification that a position lies in.
func (r *repairer) declaration(pos token.Pos) ast.Node {
	for _, f := range r.Files {
		if pos < f.FileStart || pos > f.FileEnd {
			continue
		}
		for _, d := range f.Decls {
			if pos < d.Pos() || pos > d.End() {
				continue
			}
			g, ok := d.(*ast.GenDecl)
			if !ok {
				return d
			}
			for _, s := range g.Specs {
				if s.Pos() <= pos && pos <= s.End() {
					return s
				}
			}
		}
	}
	return nil
}

// decl repairs a declaration and reports whether any of it is left.
func (r *repairer) decl(d ast.Decl, errors map[ast.Node][]token.Pos) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !r.affected(d, errors[d]) {
			return true
		}
		return r.function(d, errors[d])
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return true
		}
		if d.Tok == token.CONST {
			return r.constants(d, errors)
		}
		d.Specs = filter(d.Specs, func(s ast.Spec) bool {
			return !r.affected(s, errors[s]) || r.spec(s, errors[s])
		})
		return len(d.Specs) > 0
	}
	return true
}

// affected reports whether a declaration has errors or mentions what has no type, and
// counts the rounds in which it has errors.
func (r *repairer) affected(n ast.Node, errors []token.Pos) bool {
	if len(errors) > 0 {
		r.tries[n]++
		return true
	}
	return syntax.Any(n, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.Ident:
			obj := r.Info.ObjectOf(e)
			return obj != nil && obj.Type() != nil && lacksType(obj.Type())
		case ast.Expr:
			t := r.Info.TypeOf(e)
			return t != nil && lacksType(t)
		}
		return false
	})
}

func filter[T any](list []T, keep func(T) bool) []T {
	return slices.DeleteFunc(list, func(x T) bool { return !keep(x) })
}
