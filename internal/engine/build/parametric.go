package build

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A generic function that knows nothing of a type parameter can make values of that
// type only from those it is given (Wadler, "Theorems for free!", 1989). So what it
// returns is known without its code: that of Must(v, err) is v, that of
// Ternary(cond, a, b) is a or b. Reflection could do otherwise, and so could a zero
// value; neither is what such helpers are for.

// derivation tells what the results of a generic function are made from: for each
// result, separated by ";", the arguments it can be, separated by ",": "v0" the
// first argument, "p0" what it points to, "s0" an element of it; after a "*", a pointer to one
// of them. It is "" if nothing is known of any result.
func derivation(callee *ssa.Function) string {
	origin := callee.Origin()
	if origin == nil || origin.Signature.Recv() != nil || origin.Signature.TypeParams().Len() == 0 {
		return ""
	}
	sig := origin.Signature
	results := make([]string, sig.Results().Len())
	some := false
	for i := range results {
		t := types.Unalias(sig.Results().At(i).Type())
		p, isPointer := t.(*types.Pointer)
		if isPointer {
			t = types.Unalias(p.Elem())
		}
		param, ok := t.(*types.TypeParam)
		if !ok || !unconstrained(param) {
			continue
		}
		from := sources(sig, param)
		if from == "" {
			continue
		}
		if isPointer {
			from = "*" + from
		}
		results[i], some = from, true
	}
	if !some {
		return ""
	}
	return strings.Join(results, ";")
}

// unconstrained reports whether nothing can be computed with values of a type parameter.
func unconstrained(p *types.TypeParam) bool {
	i, ok := p.Constraint().Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0 && i.NumEmbeddeds() == 0
}

// sources returns the parameters that hold values of a type parameter, or "" if there
// are none or one holds them in a way that is not looked into.
func sources(sig *types.Signature, param *types.TypeParam) string {
	var from []string
	for i := range sig.Params().Len() {
		kind := ""
		switch t := types.Unalias(sig.Params().At(i).Type()).(type) {
		case *types.TypeParam:
			if t == param {
				kind = "v"
			}
		case *types.Pointer:
			if types.Unalias(t.Elem()) == param {
				kind = "p"
			}
		case *types.Slice:
			if types.Unalias(t.Elem()) == param {
				kind = "s"
			}
		}
		switch {
		case kind != "":
			from = append(from, kind+strconv.Itoa(i))
		case mentions(sig.Params().At(i).Type(), param):
			return ""
		}
	}
	return strings.Join(from, ",")
}

// mentions reports whether a type is written with a type parameter.
func mentions(t types.Type, param *types.TypeParam) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return t == param
	case *types.Basic:
		return false
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			if mentions(t.TypeArgs().At(i), param) {
				return true
			}
		}
		return false
	case *types.Pointer:
		return mentions(t.Elem(), param)
	case *types.Slice:
		return mentions(t.Elem(), param)
	case *types.Interface:
		return t.NumMethods() > 0 || t.NumEmbeddeds() > 0
	}
	return true // in doubt
}
