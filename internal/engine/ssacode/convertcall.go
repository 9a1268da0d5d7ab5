package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"golang.org/x/tools/go/ssa"
)

// indexSyntax finds the calls and key-value pairs of the function's source, for
// the positions that SSA does not keep.
func (c *funcConverter) indexSyntax() {
	c.calls = make(map[token.Pos]*ast.CallExpr)
	c.pairs = make(map[token.Pos]*ast.KeyValueExpr)
	node := c.fn.Syntax()
	if node == nil {
		return
	}
	for n := range ast.Preorder(node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.calls[n.Lparen] = n
		case *ast.KeyValueExpr:
			c.pairs[n.Colon] = n
		}
	}
}

// call converts a call, its callee known, a value, or an interface's method.
func (c *funcConverter) call(in *code.Instr, call *ssa.CallCommon) {
	results := call.Signature().Results()
	in.N, in.CommaOK = results.Len(), endsInError(results)
	shift := 0
	switch callee := call.Value.(type) {
	case *ssa.Builtin:
		in.Op, in.Str, in.Args, in.CommaOK = code.OpBuiltin, callee.Name(), c.operands(call.Args...), false
	case *ssa.Function:
		in.Op, in.Str, in.Args = code.OpCall, string(funcSymbol(callee)), c.operands(call.Args...)
		for _, t := range callee.TypeArgs() {
			in.Types = append(in.Types, code.TypeString(t))
		}
		in.Tag = derivation(callee)
		if callee.Signature.Recv() != nil {
			shift = 1
		}
	default:
		if call.IsInvoke() {
			in.Op, in.Str = code.OpInvoke, string(symbol.Of(call.Method))
			shift = 1
		} else {
			in.Op = code.OpCallValue
			if in.N > 0 {
				in.Str = code.TypeString(call.Signature().Results().At(0).Type())
			}
		}
		in.Args = c.operands(append([]ssa.Value{call.Value}, call.Args...)...)
	}
	if in.Op != code.OpBuiltin && c.shape != nil {
		sym := in.Symbol()
		if in.Op == code.OpCallValue {
			sym = ""
		}
		if s := shape(call.Signature()); c.shape(sym, s[strings.IndexByte(s, ' ')+1:]) {
			in.Tag = s
		}
	}
	syntax := c.calls[call.Pos()]
	if syntax == nil {
		return
	}
	in.Pos = c.pos(selectorPos(syntax))
	for i := range call.Args {
		if i < len(in.Args) && in.Args[len(in.Args)-len(call.Args)+i] >= 0 {
			continue
		}
		at := i
		if in.Op == code.OpCall {
			at -= shift
		}
		if at < 0 || at >= len(syntax.Args) || (call.Signature().Variadic() && i == len(call.Args)-1) {
			continue
		}
		if in.ArgPos == nil {
			in.ArgPos = make([]code.Pos, len(in.Args))
		}
		in.ArgPos[len(in.Args)-len(call.Args)+i] = c.pos(valuePos(syntax.Args[at]))
	}
}

// shape returns the types of a signature's last parameter and first result, with a
// space between, and - for one that it lacks.
func shape(sig *types.Signature) string {
	param, result := "-", "-"
	if n := sig.Params().Len(); n > 0 {
		param = code.TypeString(sig.Params().At(n - 1).Type())
	}
	if sig.Results().Len() > 0 {
		result = code.TypeString(sig.Results().At(0).Type())
	}
	return param + " " + result
}

// valuePos returns where a value is written: of a function of another package, its
// own name.
func valuePos(e ast.Expr) token.Pos {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		return sel.Sel.Pos()
	}
	return e.Pos()
}

func isInit(fn *ssa.Function) bool {
	return fn.Signature.Recv() == nil && fn.Parent() == nil && (fn.Name() == "init" && fn.Synthetic != "" || strings.HasPrefix(fn.Name(), "init#"))
}

// selectorPos returns where the called function's own name stands.
func selectorPos(call *ast.CallExpr) token.Pos {
	fun := ast.Unparen(call.Fun)
	for {
		switch f := fun.(type) {
		case *ast.SelectorExpr:
			return f.Sel.Pos()
		case *ast.IndexExpr:
			fun = f.X
		case *ast.IndexListExpr:
			fun = f.X
		default:
			return fun.Pos()
		}
	}
}

func (c *funcConverter) closure(in *code.Instr, i *ssa.MakeClosure) {
	fn := i.Fn.(*ssa.Function)
	in.Op, in.Str, in.Args = code.OpClosure, string(funcSymbol(fn)), c.operands(i.Bindings...)
	if strings.HasPrefix(fn.Synthetic, "bound method wrapper") {
		in.Op = code.OpMethod
		if recv := fn.FreeVars[0].Type(); types.IsInterface(recv) {
			in.N = 1
		}
	}
}

// later converts the call of a go or defer statement, which runs it later.
func (c *funcConverter) later(op code.Op, in code.Instr, call *ssa.CallCommon) (code.Instr, bool) {
	c.call(&in, call)
	if in.Op == code.OpBuiltin {
		return in, false // such as close and recover: nothing that matters here
	}
	in.Op, in.N, in.Dst = op, int(in.Op), -1
	return in, true
}
