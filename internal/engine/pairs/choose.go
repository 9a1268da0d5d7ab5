package pairs

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Choose returns the function declarations whose outcomes can matter, as their signatures
// tell: those that return a Result or are handed one, and those that make something of an
// error that they are handed. Others come back with an error or without.
func Choose(pass *analysis.Pass) map[*ast.FuncDecl]bool {
	chosen := make(map[*ast.FuncDecl]bool)
	pairs, literals := false, paths.ImportsReconcile(pass.Pkg)
	for at, fn := range syntax.Functions(pass) {
		obj, ok := pass.TypesInfo.Defs[fn.Name].(*types.Func)
		if !ok {
			continue
		}
		returns, handed := traits(obj.Signature().Results()), traits(obj.Signature().Params())
		if recv := obj.Signature().Recv(); recv != nil {
			handed.add(recv.Type())
		}
		switch {
		case returns.result || handed.result:
			chosen[fn], pairs = true, true
		case handed.err && (returns.err || returns.condition), returns.err && returns.duration:
			chosen[fn] = true
		case literals && (hasLiteral(pass.TypesInfo, at) || handsOn(pass, at)):
			chosen[fn], pairs = true, true
		}
	}
	if !pairs && pass.Pkg.Name() == "main" {
		clear(chosen) // nobody imports it
	}
	return chosen
}

// hasLiteral reports whether a function contains a function literal that returns a Result.
func hasLiteral(info *types.Info, fn inspector.Cursor) bool {
	for at := range fn.Preorder((*ast.FuncLit)(nil)) {
		if sig, ok := info.TypeOf(at.Node().(*ast.FuncLit)).(*types.Signature); ok && traits(sig.Results()).result {
			return true
		}
	}
	return false
}

// handsOn reports whether a function mentions one of the package that returns a Result other than to call it: it may put
// it where it is called later.
func handsOn(pass *analysis.Pass, fn inspector.Cursor) bool {
	for at := range fn.Preorder((*ast.Ident)(nil)) {
		f, ok := pass.TypesInfo.Uses[at.Node().(*ast.Ident)].(*types.Func)
		if !ok || f.Pkg() != pass.Pkg || !traits(f.Signature().Results()).result {
			continue
		}
		expr := at
		if _, selected := at.Parent().Node().(*ast.SelectorExpr); selected {
			expr = at.Parent()
		}
		if call, called := expr.Parent().Node().(*ast.CallExpr); !called || call.Fun != expr.Node() {
			return true
		}
	}
	return false
}

type trait struct{ result, err, condition, duration bool }

func traits(list *types.Tuple) trait {
	var t trait
	for v := range list.Variables() {
		t.add(v.Type())
	}
	return t
}

func (t *trait) add(typ types.Type) {
	switch f := paths.FormOf(typ); {
	case f == paths.OfResult, f == paths.Pointer:
		t.result = true
	case f == paths.Untracked:
	case paths.IsDuration(typ):
		t.duration = true
	case types.Implements(typ, syntax.ErrorInterface):
		t.err = true
	default:
		t.condition = true
	}
}

// New returns the client for a package.
func New(pass *analysis.Pass) *Client {
	c := &Client{
		pass:   pass,
		denied: make(map[*ssa.Function]map[*ssa.BasicBlock]bool), fine: make(map[*ssa.Function]map[Place]bool),
		atCall: make(map[callOutcome]*places), via: make(map[Place]token.Pos),
		limiters: make(map[symbol.Name]bool), facts: syntax.Facts[*Fact](pass),
	}
	for _, fact := range c.facts {
		for _, sym := range fact.Limiters {
			c.limiters[sym] = true
		}
	}
	c.findLimiters()
	return c
}
