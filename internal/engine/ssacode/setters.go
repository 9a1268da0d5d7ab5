package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/ssa"
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

// sets returns the variables that an instruction sets, or hands to code that may.
func (s *selection) sets(instr ssa.Instruction) []*types.Var {
	var list []*types.Var
	var buf [16]*ssa.Value
	for _, op := range instr.Operands(buf[:0]) {
		g, ok := (*op).(*ssa.Global)
		if !ok {
			continue
		}
		if v := s.setting(g.Object()); v != nil && (changes(instr, g) || changesMap(instr)) {
			list = append(list, v)
		}
	}
	return list
}

// changesMap reports whether the map that an instruction loads is changed, or handed on.
func changesMap(instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	if _, isMap := load.Type().Underlying().(*types.Map); !isMap {
		return false
	}
	for _, r := range *load.Referrers() {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			return true
		case *ssa.Call:
			if b, ok := r.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
				return true
			}
		case *ssa.MakeInterface, *ssa.Store, *ssa.Defer, *ssa.Go:
			return true
		}
	}
	return false
}

// fillsNumbers reports whether a function is given a map of numbers, which it may fill.
func fillsNumbers(sig *types.Signature) bool {
	return syntax.AnyType(sig.Params(), func(t types.Type) bool {
		_, isMap := code.Deref(t).Underlying().(*types.Map)
		return isMap && holdsNumbers(code.Deref(t))
	})
}

// set reports whether an expression stands where its variable is set, or handed to code that may set it. Around are the nodes
// that hold it, from the outermost to the innermost.
func set(e ast.Node, around []ast.Node) bool {
	for i := len(around) - 1; i >= 0; i-- {
		switch outer := around[i].(type) {
		case *ast.ParenExpr:
		case *ast.IndexExpr:
			if outer.X != e {
				return false
			}
		case *ast.SelectorExpr:
			if outer.X != e {
				return false
			}
		case *ast.AssignStmt, *ast.IncDecStmt:
			return true
		case *ast.RangeStmt:
			return outer.Key == e || outer.Value == e
		case *ast.CallExpr:
			return outer.Fun != e
		case *ast.UnaryExpr:
			return outer.Op == token.AND
		default:
			return false
		}
		e = around[i]
	}
	return false
}
