package fix

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
)

// deepest is how many fields an expression in reach selects at most.
const deepest = 2

// reach returns the expressions at the site whose values have a type, in the notation of
// [code.TypeString]: parameters and variables of the functions around it and the fields that
// can be selected from them.
func (s *site) reach(want string) []string {
	var list []string
	for scope := s.scope(); scope != nil && scope != s.pass.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || name == "_" || s.isResult(v) {
				continue
			}
			if _, visible := s.scope().LookupParent(name, s.pos); visible != v {
				continue // declared later, or hidden
			}
			list = append(list, s.selections(name, v.Type(), want, deepest)...)
		}
	}
	slices.Sort(list)
	return list
}

// selections returns e, and the selections of its fields, as far as they have the type wanted.
func (s *site) selections(e string, t types.Type, want string, depth int) []string {
	if code.TypeString(t) == want {
		return []string{e}
	}
	fields, ok := code.Deref(t).Underlying().(*types.Struct)
	if !ok || depth == 0 {
		return nil
	}
	var list []string
	for f := range fields.Fields() {
		if f.Exported() || f.Pkg() == s.pass.Pkg {
			list = append(list, s.selections(e+"."+f.Name(), f.Type(), want, depth-1)...)
		}
	}
	return list
}

// isResult reports whether a variable is a result of a function, which nobody has set before.
func (s *site) isResult(v *types.Var) bool {
	for _, n := range s.path {
		var results *ast.FieldList
		switch n := n.(type) {
		case *ast.FuncDecl:
			results = n.Type.Results
		case *ast.FuncLit:
			results = n.Type.Results
		}
		if results != nil && results.Pos() <= v.Pos() && v.Pos() < results.End() {
			return true
		}
	}
	return false
}
