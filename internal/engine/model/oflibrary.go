package model

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/value"
)

// addsOwn reports whether the function of this package that makes a controller of a library's reconciler uses functions and types of
// the program beside its API types. If it uses none, the reconciler does what the library does, such as to count who uses a
// configuration, and nothing that the program is for.
func (a *packageAnalysis) addsOwn(site value.Place) bool {
	pos := a.tokenPos(site.In(a.pkg.Path))
	if !pos.IsValid() {
		return true
	}
	for decl := range syntax.FuncDecls(a.pass) {
		if pos < decl.Body.Pos() || decl.Body.End() <= pos {
			continue
		}
		return syntax.Any(decl.Body, func(id *ast.Ident) bool { return a.isOwn(a.pass.TypesInfo.Uses[id]) })
	}
	return true
}

// isOwn reports whether something is a function or a type of the program, other than a type of its API or a method.
func (a *packageAnalysis) isOwn(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Signature().Recv() == nil && a.inModule(obj.Pkg())
	case *types.TypeName:
		return a.inModule(obj.Pkg()) && types.NewMethodSet(types.NewPointer(obj.Type())).Lookup(obj.Pkg(), "DeepCopyObject") == nil
	}
	return false
}

// inModule reports whether a package is of the module that is analysed.
func (a *packageAnalysis) inModule(p *types.Package) bool {
	if p == nil {
		return false
	}
	return p == a.pass.Pkg || a.pass.Module != nil && (p.Path() == a.pass.Module.Path || strings.HasPrefix(p.Path(), a.pass.Module.Path+"/"))
}
