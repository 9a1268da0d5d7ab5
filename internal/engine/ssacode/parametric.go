package ssacode

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/ssa"
)

// A generic function that knows nothing of a type parameter can make values of that
// type only from those it is given (Wadler, "Theorems for free!", 1989). So what it
// returns is known without its code: that of Must(v, err) is v, that of
// Ternary(cond, a, b) is a or b. Reflection could do otherwise, and so could a zero
// value; neither is what such helpers are for.

// derivation tells what the results of a generic function are made from: for each
// result, separated by ";", the arguments it can be, separated by ",": "v0" the
// first argument, "p0" what it points to, "s0" an element of it, "c0" what it holds of
// a generic type such as Option[T], "f0" a function, or a slice of functions, that changes it. Before them stands "*" for a pointer to one
// of them, "<" for a generic type that holds them, "+" for a number computed from them.
// It is "" if nothing is known of any result. The receiver counts as the first argument.
func derivation(callee *ssa.Function) string {
	origin := callee.Origin()
	if origin == nil {
		return ""
	}
	sig := origin.Signature
	results := make([]string, sig.Results().Len())
	some := false
	for i := range results {
		form, param := resultForm(sig.Results().At(i).Type())
		if param == nil {
			continue
		}
		if from := sources(sig, param); from != "" {
			results[i], some = form+from, true
		}
	}
	if !some {
		return ""
	}
	return strings.Join(results, ";")
}

// resultForm returns how a result is made from values of a type parameter, and which
// parameter that is, nil if the result is nothing of that kind.
func resultForm(t types.Type) (string, *types.TypeParam) {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if unconstrained(t) {
			return "", t
		}
		if numeric(t) {
			return "+", t
		}
	case *types.Pointer:
		if param, ok := types.Unalias(t.Elem()).(*types.TypeParam); ok && unconstrained(param) {
			return "*", param
		}
	case *types.Named:
		if param := held(t); param != nil {
			return "<", param
		}
	}
	return "", nil
}

// held returns the type parameter of which a generic type holds a value, nil if it
// is none or one of several.
func held(t *types.Named) *types.TypeParam {
	if t.TypeArgs().Len() != 1 {
		return nil
	}
	param, _ := types.Unalias(t.TypeArgs().At(0)).(*types.TypeParam)
	return param
}

// unconstrained reports whether nothing can be computed with values of a type parameter.
func unconstrained(p *types.TypeParam) bool {
	i, ok := p.Constraint().Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0 && i.NumEmbeddeds() == 0
}

// numeric reports whether the values of a type parameter are those of basic types, so
// that they can be compared and computed with, and lead nowhere else.
func numeric(p *types.TypeParam) bool {
	i, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok || i.NumMethods() > 0 {
		return false
	}
	return basicTerms(i)
}

func basicTerms(i *types.Interface) bool {
	for e := range i.EmbeddedTypes() {
		if u, ok := types.Unalias(e).(*types.Union); ok {
			for t := range u.Terms() {
				if !basicTerm(t.Type()) {
					return false
				}
			}
		} else if !basicTerm(e) {
			return false
		}
	}
	return i.NumEmbeddeds() > 0
}

func basicTerm(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return basicTerms(u)
	}
	return false
}

// sources returns the arguments that hold values of a type parameter, or "" if there
// are none or one holds them in a way that is not looked into.
func sources(sig *types.Signature, param *types.TypeParam) string {
	var args []types.Type
	if recv := sig.Recv(); recv != nil {
		args = append(args, recv.Type())
	}
	for p := range sig.Params().Variables() {
		args = append(args, p.Type())
	}
	var from []string
	for i, arg := range args {
		kind := ""
		switch t := types.Unalias(arg).(type) {
		case *types.Signature:
			if setsOne(t, param) {
				kind = "f"
			}
		case *types.TypeParam:
			if t == param {
				kind = "v"
			}
		case *types.Named:
			if setsOne(t, param) {
				kind = "f"
			} else if held(t) == param {
				kind = "c"
			}
		case *types.Pointer:
			elem := types.Unalias(t.Elem())
			if named, ok := elem.(*types.Named); ok && held(named) == param {
				kind = "c"
			} else if elem == param {
				kind = "p"
			}
		case *types.Slice:
			if types.Unalias(t.Elem()) == param {
				kind = "s"
			} else if setsOne(t.Elem(), param) {
				kind = "f"
			}
		}
		switch {
		case kind != "":
			from = append(from, kind+strconv.Itoa(i))
		case mentions(arg, param):
			return ""
		}
	}
	return strings.Join(from, ",")
}

// setsOne reports whether a type is that of functions which are given a pointer to a value of a type parameter and
// return at most an error: all that a generic function can do with one is to have it change such a value.
func setsOne(t types.Type, param *types.TypeParam) bool {
	sig, ok := types.Unalias(t).Underlying().(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Variadic() || sig.Results().Len() > 1 {
		return false
	}
	if sig.Results().Len() == 1 && !syntax.IsError(sig.Results().At(0).Type()) {
		return false
	}
	p, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Pointer)
	return ok && types.Unalias(p.Elem()) == param
}

// mentions reports whether a type is written with a type parameter.
func mentions(t types.Type, param *types.TypeParam) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return t == param
	case *types.Basic:
		return false
	case *types.Named:
		return slices.ContainsFunc(slices.Collect(t.TypeArgs().Types()), func(arg types.Type) bool { return mentions(arg, param) })
	case *types.Pointer:
		return mentions(t.Elem(), param)
	case *types.Slice:
		return mentions(t.Elem(), param)
	case *types.Interface:
		return t.NumMethods() > 0 || t.NumEmbeddeds() > 0
	}
	return true // in doubt
}
