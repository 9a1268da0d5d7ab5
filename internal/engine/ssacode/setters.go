package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A function that sets a package's variable matters as soon as one that matters, or may say how many workers there are,
// reads it, or other packages may: else the variable would seem to keep what its initialiser says, and which controllers
// there are, and with how many workers, would seem to be known.

// holdsNumbers reports whether a variable of a type holds numbers of which a function may return one.
func holdsNumbers(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsInteger != 0
	case *types.Map:
		b, ok := t.Elem().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0
	}
	return false
}

// holdsSettings reports whether a variable of a type may hold what decides on controllers.
func (s *selection) holdsSettings(t types.Type) bool {
	if holdsNumbers(t) {
		return true
	}
	switch u := code.Deref(t).Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsBoolean|types.IsString|types.IsInteger) != 0
	case *types.Struct:
		of := code.TypeName(t)
		return of == nil || of.Pkg() == s.tpkg
	}
	return false
}

// setting returns the package's own variable that an identifier means, if it may hold settings.
func (s *selection) setting(obj types.Object) *types.Var {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() != s.tpkg || v.Parent() != s.tpkg.Scope() || !s.holdsSettings(v.Type()) {
		return nil
	}
	return v
}

// fillsNumbers reports whether a function is given a map of numbers, which it may fill.
func fillsNumbers(sig *types.Signature) bool {
	return syntax.AnyType(sig.Params(), func(t types.Type) bool {
		_, isMap := code.Deref(t).Underlying().(*types.Map)
		return isMap && holdsNumbers(code.Deref(t))
	})
}

// sets reports whether an expression stands where its variable is set, or handed to code that may set it: its address, or a map. Around are
// the nodes that hold it, from the outermost to the innermost.
func (c *chooser) sets(e ast.Expr, around []ast.Node) bool {
	for _, outer := range slices.Backward(around) {
		switch outer := outer.(type) {
		case *ast.ParenExpr:
			e = outer
		case *ast.IndexExpr:
			if outer.X != e {
				return false
			}
			e = outer
		case *ast.SelectorExpr:
			if outer.X != e {
				return false
			}
			e = outer
		case *ast.AssignStmt:
			return slices.Contains(outer.Lhs, e) || c.isMap(e)
		case *ast.IncDecStmt:
			return true
		case *ast.RangeStmt:
			return outer.Key == e || outer.Value == e
		case *ast.CallExpr:
			return outer.Fun != e && c.isMap(e) && !syntax.Is(outer.Fun, "len")
		case *ast.UnaryExpr:
			return outer.Op == token.AND
		default:
			return false
		}
	}
	return false
}

func (c *chooser) isMap(e ast.Expr) bool {
	_, is := c.info.TypeOf(e).Underlying().(*types.Map)
	return is
}
