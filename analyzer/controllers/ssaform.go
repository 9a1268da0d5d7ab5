package controllers

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/analyzer/flow"
)

// maxHelperLines bounds functions kept only because they return a number.
const maxHelperLines = 60

// buildSSA returns the SSA form of the package, with bodies only for the functions
// that can matter: building the rest takes most of the time an analysis takes, and
// nothing would look at it. It is what passes/buildssa does, less what is not needed.
func buildSSA(pass *analysis.Pass, imports map[string]*flow.Package, sel *flow.Selector) (*ssa.Package, []*ssa.Function) {
	chosen := flow.Choose(pass.Pkg, pass.TypesInfo, pass.Files, imports, sel, maxHelperLines)
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	files := make([]*ast.File, len(pass.Files))
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
	}
	mentioned := mentionedPackages(pass.TypesInfo, files)
	for _, p := range pass.Pkg.Imports() {
		if mentioned[p] {
			prog.CreatePackage(p, nil, nil, true)
		} else {
			// Every import must have a package, but only one that is mentioned needs its
			// members, of which large packages have thousands. One made from a file
			// without declarations has none.
			prog.CreatePackage(p, []*ast.File{{Name: ast.NewIdent(p.Name())}}, &types.Info{}, false)
		}
	}
	pkg := prog.CreatePackage(pass.Pkg, files, pass.TypesInfo, false)
	pkg.Build()
	var funcs []*ssa.Function
	for _, decl := range kept {
		// A function named _ has no object and is never called.
		if obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && decl.Name.Name != "_" {
			if fn := prog.FuncValue(obj); fn != nil {
				funcs = withClosures(funcs, fn)
			}
		}
	}
	return pkg, funcs
}

// mentionedPackages returns the packages whose functions or variables the code of
// files mentions.
func mentionedPackages(info *types.Info, files []*ast.File) map[*types.Package]bool {
	out := make(map[*types.Package]bool)
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body == nil {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					switch obj := info.Uses[id].(type) {
					case *types.Func, *types.Var:
						if obj.Pkg() != nil {
							out[obj.Pkg()] = true
						}
					}
				}
				return true
			})
		}
	}
	return out
}

func withClosures(list []*ssa.Function, fn *ssa.Function) []*ssa.Function {
	list = append(list, fn)
	for _, anon := range fn.AnonFuncs {
		list = withClosures(list, anon)
	}
	return list
}
