package fix

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
)

// deepest is how many fields an expression in reach selects at most.
const deepest = 2

// reach returns the expressions at the place whose values have a type, in the notation of
// [code.TypeString]: parameters and variables of the functions around it and the fields that
// can be selected from them.
func (p *place) reach(want string) []string {
	return p.find(func(_ string, t types.Type) bool { return code.TypeString(t) == want })
}

// InReach returns the expression with the fewest selections at a position whose value has a type, in the
// notation of [code.TypeString], if there is one of which that can be said.
func InReach(pass *analysis.Pass, pos token.Pos, want string) (string, bool) {
	p, ok := In(pass).at(pos)
	if !ok {
		return "", false
	}
	return shortest(p.reach(want))
}

// find returns the expressions in reach that a function wants, by the last name in them and
// their type.
func (p *place) find(want func(name string, t types.Type) bool) []string {
	var list []string
	for scope := p.scope(); scope != nil && scope != p.pass.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if !ok || name == "_" || v.Kind() == types.ResultVar { // which nobody has set before
				continue
			}
			if _, visible := p.scope().LookupParent(name, p.pos); visible != v {
				continue // declared later, or hidden
			}
			list = append(list, p.selections(name, name, v.Type(), want, deepest)...)
		}
	}
	slices.Sort(list)
	return list
}

// selections returns e, whose last name is given, or the selections of its fields that are wanted.
func (p *place) selections(e, name string, t types.Type, want func(string, types.Type) bool, depth int) []string {
	if want(name, t) {
		return []string{e}
	}
	fields, ok := code.Deref(t).Underlying().(*types.Struct)
	if !ok || depth == 0 || isOptions(code.Deref(t)) {
		return nil // what options have is for one controller
	}
	var list []string
	for f := range fields.Fields() {
		if f.Exported() || f.Pkg() == p.pass.Pkg {
			for _, selected := range p.selections(e+"."+f.Name(), f.Name(), f.Type(), want, depth-1) {
				list = append(list, p.promoted(e, selected, t, f))
			}
		}
	}
	return list
}

// promoted returns a selection of an embedded field's field as people write it, without the embedded one, if that
// means the same.
func (p *place) promoted(e, selected string, t types.Type, embedded *types.Var) string {
	rest, within := strings.CutPrefix(selected, e+"."+embedded.Name()+".")
	if !within || !embedded.Embedded() {
		return selected
	}
	name, _, _ := strings.Cut(rest, ".")
	field, _, _ := types.LookupFieldOrMethod(embedded.Type(), true, p.pass.Pkg, name)
	if outer, _, _ := types.LookupFieldOrMethod(t, true, p.pass.Pkg, name); outer == nil || outer != field {
		return selected
	}
	return e + "." + rest
}

// shortest returns the expression with the fewest selections, if there is one of which that
// can be said.
func shortest(list []string) (string, bool) {
	slices.SortStableFunc(list, func(a, b string) int { return strings.Count(a, ".") - strings.Count(b, ".") })
	list = slices.Compact(list)
	if len(list) == 0 || len(list) > 1 && strings.Count(list[0], ".") == strings.Count(list[1], ".") {
		return "", false
	}
	return list[0], true
}

// isOptions reports whether a type is that of a controller's options, or a pointer to it.
func isOptions(t types.Type) bool { return known.IsOptions(code.BaseType(code.TypeString(t))) }
