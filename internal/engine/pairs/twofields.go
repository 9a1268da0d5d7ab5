package pairs

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// ofOneStruct reports whether a return makes its Result and its error of two fields of one struct, which the package writes down
// somewhere with both: elsewhere nothing says that an error in a field comes with a delay.
func (c *Client) ofOneStruct(ret *ssa.Return) bool {
	if len(ret.Results) != 2 {
		return false
	}
	failed, err, ok := fieldRead(ret.Results[1])
	if !ok {
		return false
	}
	delayed, after, ok := fieldRead(requeueAfter(ret.Results[0]))
	return ok && delayed == failed && after != err && c.writesBoth(after, err)
}

// fieldRead returns the field that a value is read from, and what it is a field of.
func fieldRead(v ssa.Value) (of ssa.Value, field *types.Var, ok bool) {
	switch v := v.(type) {
	case *ssa.Field:
		return v.X, ways.Field(v.X.Type(), v.Field), true
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return addr.X, ways.Field(addr.X.Type(), addr.Field), true
		}
	}
	return nil, nil, false
}

// requeueAfter returns what the RequeueAfter of a Result is set to that is written down in a return, nil for any other.
func requeueAfter(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	lit, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var after ssa.Value
	for addr := range ssacode.Only[*ssa.FieldAddr](*lit.Referrers()) {
		if part, known := paths.PartOf(addr.X.Type(), addr.Field); !known || part != paths.PartAfter {
			continue
		}
		for store := range ssacode.Only[*ssa.Store](*addr.Referrers()) {
			after = store.Val
		}
	}
	return after
}

// writesBoth reports whether a struct is written down in the package with a delay in one field and something else than nil in another.
func (c *Client) writesBoth(after, err *types.Var) bool {
	info := c.pass.TypesInfo
	for at := range syntax.Preorder(c.pass, (*ast.CompositeLit)(nil)) {
		lit := at.Node().(*ast.CompositeLit)
		if known.IsResult(info.TypeOf(lit)) {
			continue
		}
		delayed, failed := false, false
		for _, elt := range lit.Elts {
			field, ok := elt.(*ast.KeyValueExpr)
			if !ok {
				break
			}
			name, ok := field.Key.(*ast.Ident)
			if !ok {
				break
			}
			switch info.Uses[name] {
			case after:
				n := info.Types[field.Value].Value
				delayed = n == nil || constant.Sign(n) > 0
			case err:
				failed = !info.Types[field.Value].IsNil()
			}
		}
		if delayed && failed {
			return true
		}
	}
	return false
}
