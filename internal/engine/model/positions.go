package model

import (
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// fieldPos returns where a field of one of the package's struct types is declared.
func (a *packageAnalysis) fieldPos(field symbol.Name) token.Pos {
	typ := field.Owner()
	if !typ.In(a.pkg.Path) {
		return token.NoPos
	}
	obj := a.pass.Pkg.Scope().Lookup(typ.Declared())
	if obj == nil {
		return token.NoPos
	}
	if v, _, _ := types.LookupFieldOrMethod(obj.Type(), true, a.pass.Pkg, field.Last()); v != nil &&
		syntax.FileOf(a.pass.Files, v.Pos()) != nil {
		return v.Pos()
	}
	return token.NoPos
}

// tokenPos returns the position in the package's files that p names.
func (a *packageAnalysis) tokenPos(p code.Pos) token.Pos {
	if !p.IsValid() {
		return token.NoPos
	}
	if p.Read.File == "" {
		p.Read = p.Place
	}
	return syntax.AtOwn(a.pass, p.Read.File, p.Read.Line, p.Read.Column)
}
