package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Functions returns the SSA form of the package, with bodies only for the declarations that are
// chosen, and the functions of these with their function literals. The function that it returns has to be called
// once they are no longer used.
func Functions(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool) (*ssa.Package, []*ssa.Function, func()) {
	shared := borrow(pass.Fset)
	prog := shared.Program
	files := make([]*ast.File, len(pass.Files))
	info := *pass.TypesInfo
	info.FileVersions = make(map[*ast.File]string, len(files)) // they decide what loop variables are
	var kept []*ast.FuncDecl
	for i, f := range pass.Files {
		copied := *f
		copied.Decls = make([]ast.Decl, len(f.Decls))
		for j, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				if chosen[fn] {
					kept = append(kept, fn)
				} else {
					bare := *fn
					bare.Body = nil
					d = &bare
				}
			}
			copied.Decls[j] = d
		}
		files[i] = &copied
		info.FileVersions[&copied] = pass.TypesInfo.FileVersions[f]
	}
	mentioned := mentionedObjects(pass, chosen)
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(declarations(p, mentioned[p]))
	}
	pkg := prog.CreatePackage(pass.Pkg, files, &info, false)
	pkg.Build()
	var funcs []*ssa.Function
	for _, decl := range kept {
		// A function named _ has no object and is never called.
		if obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && decl.Name.Name != "_" {
			if fn := prog.FuncValue(obj); fn != nil {
				funcs = appendWithAnons(funcs, fn)
			}
		}
	}
	return pkg, funcs, shared.giveBack
}

// Among returns those of some functions that are declared by some declarations, with the function literals in them.
func Among(funcs []*ssa.Function, info *types.Info, chosen map[*ast.FuncDecl]bool) []*ssa.Function {
	objects := make(map[types.Object]bool)
	for decl := range chosen {
		objects[info.Defs[decl.Name]] = true
	}
	return slices.DeleteFunc(slices.Clone(funcs), func(fn *ssa.Function) bool {
		return !objects[outermost(fn).Object()]
	})
}

// A program is used for several packages, one after another: what it has found out about types, which takes half of
// the time to build a small package, then serves them all.
type program struct {
	*ssa.Program
	packages int // that were made in it, and which it holds
}

// mostPackages bounds the packages that a program holds.
const mostPackages = 16

var programs sync.Pool // of *program

// borrow returns a program that nobody else uses. One that is not given back, as after a panic, is not used again.
func borrow(fset *token.FileSet) *program {
	if p, ok := programs.Get().(*program); ok && p.Fset == fset {
		p.packages++
		return p
	}
	return &program{ssa.NewProgram(fset, ssa.BuilderMode(0)), 1}
}

func (p *program) giveBack() {
	if p.packages < mostPackages {
		programs.Put(p)
	}
}

// mentionedObjects returns the functions and variables of packages that declarations
// mention, of functions those that are chosen, by package, in the order in which they are mentioned first.
func mentionedObjects(pass *analysis.Pass, chosen map[*ast.FuncDecl]bool) map[*types.Package][]types.Object {
	seen := make(map[types.Object]bool)
	out := make(map[*types.Package][]types.Object)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue // neither types nor constants need what they mention
				}
			case *ast.FuncDecl:
				if !chosen[d] {
					continue
				}
			default:
				continue
			}
			for n := range ast.Preorder(decl) {
				ident, ok := n.(*ast.Ident)
				if !ok {
					continue
				}
				obj := pass.TypesInfo.Uses[ident]
				if obj == nil || obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() || seen[obj] {
					continue
				}
				seen[obj] = true
				out[obj.Pkg()] = append(out[obj.Pkg()], obj)
			}
		}
	}
	return out
}

// declarations returns what makes ssa's CreatePackage give an imported package the
// members that are mentioned and no others: a file that declares them. Every import
// must have a package, but large ones have thousands of members, and to make them
// for each importer takes longer than all the rest. Methods need no member: ssa makes
// those it meets.
func declarations(p *types.Package, mentioned []types.Object) (*types.Package, []*ast.File, *types.Info, bool) {
	file := &ast.File{Name: ast.NewIdent(p.Name())}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object)}
	for _, obj := range mentioned {
		name := ast.NewIdent(obj.Name())
		switch obj.(type) {
		case *types.Func:
			file.Decls = append(file.Decls, &ast.FuncDecl{Name: name, Type: &ast.FuncType{}})
		case *types.Var:
			file.Decls = append(file.Decls, &ast.GenDecl{
				Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{name}}},
			})
		default:
			continue // types and constants are not asked for
		}
		info.Defs[name] = obj
	}
	return p, []*ast.File{file}, info, false
}

// Instructions yields the instructions of a function, block by block.
func Instructions(fn *ssa.Function) iter.Seq[ssa.Instruction] { return All[ssa.Instruction](fn) }

// All yields the instructions of a function that are of one type, block by block.
func All[I any](fn *ssa.Function) iter.Seq[I] {
	return func(yield func(I) bool) {
		for _, b := range fn.Blocks {
			for i := range Only[I](b.Instrs) {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// Any reports whether something holds of an instruction of a function that is of one type.
func Any[I any](fn *ssa.Function, holds func(I) bool) bool {
	for i := range All[I](fn) {
		if holds(i) {
			return true
		}
	}
	return false
}

// Only yields those of several instructions that are of one type.
func Only[I any](list []ssa.Instruction) iter.Seq[I] {
	return func(yield func(I) bool) {
		for _, instr := range list {
			if i, ok := instr.(I); ok && !yield(i) {
				return
			}
		}
	}
}

func appendWithAnons(list []*ssa.Function, fn *ssa.Function) []*ssa.Function {
	list = append(list, fn)
	for _, anon := range fn.AnonFuncs {
		list = appendWithAnons(list, anon)
	}
	return list
}

// outermost returns the function that is declared, of a function literal the one around it.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
