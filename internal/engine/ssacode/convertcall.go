package ssacode

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
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
	source := c.calls[call.Pos()]
	if source != nil {
		in.Pos = c.pos(syntax.NamePos(syntax.Callee(source)))
	}
	if callee, ok := call.Value.(*ssa.Builtin); ok {
		in.Op, in.Str, in.Args = code.OpBuiltin, callee.Name(), c.operands(call.Args...)
		return
	}
	results := call.Signature().Results()
	made := &code.Call{Results: results.Len(), Err: endsInError(results)}
	shift := 0
	switch callee := call.Value.(type) {
	case *ssa.Function:
		in.Op, in.Str, in.Args = code.OpCall, string(funcSymbol(callee)), c.operands(call.Args...)
		for _, t := range callee.TypeArgs() {
			made.Types = append(made.Types, code.TypeString(t))
		}
		made.Derivation = derivation(callee)
		if callee.Signature.Recv() != nil {
			shift = 1
		}
	default:
		if call.IsInvoke() {
			in.Op, in.Str = code.OpInvoke, string(symbol.Of(call.Method))
			shift = 1
		} else {
			in.Op = code.OpCallValue
			if made.Results > 0 {
				in.Str = code.TypeString(results.At(0).Type())
			}
		}
		in.Args = c.operands(append([]ssa.Value{call.Value}, call.Args...)...)
	}
	made.Op, in.Call = in.Op, made
	if c.shape != nil {
		sym := in.Symbol()
		if in.Op == code.OpCallValue {
			sym = ""
		}
		if s := shape(call.Signature()); c.shape(sym, s.FirstResult) {
			made.Shape, made.Derivation = s, ""
		}
	}
	if source == nil {
		return
	}
	for i := range call.Args {
		if i < len(in.Args) && in.Args[len(in.Args)-len(call.Args)+i] >= 0 {
			continue
		}
		at := i
		if in.Op == code.OpCall {
			at -= shift
		}
		if at < 0 || at >= len(source.Args) || (call.Signature().Variadic() && i == len(call.Args)-1) {
			continue
		}
		if made.ArgPos == nil {
			made.ArgPos = make([]code.Pos, len(in.Args))
		}
		made.ArgPos[len(in.Args)-len(call.Args)+i] = c.pos(syntax.NamePos(source.Args[at]))
	}
}

func shape(sig *types.Signature) code.Shape {
	s := code.Shape{LastParam: "-", FirstResult: "-"}
	if n := sig.Params().Len(); n > 0 {
		s.LastParam = code.TypeString(sig.Params().At(n - 1).Type())
	}
	if sig.Results().Len() > 0 {
		s.FirstResult = code.TypeString(sig.Results().At(0).Type())
	}
	return s
}

func isInit(fn *ssa.Function) bool {
	return fn.Signature.Recv() == nil && fn.Parent() == nil &&
		(fn.Name() == "init" && fn.Synthetic != "" || strings.HasPrefix(fn.Name(), "init#"))
}

func (c *funcConverter) closure(in *code.Instr, i *ssa.MakeClosure) {
	fn := i.Fn.(*ssa.Function)
	in.Op, in.Str, in.Args = code.OpClosure, string(funcSymbol(fn)), c.operands(i.Bindings...)
	if strings.HasPrefix(fn.Synthetic, "bound method wrapper") {
		in.Op = code.OpMethod
		if recv := fn.FreeVars[0].Type(); types.IsInterface(recv) {
			in.Iface = true
		}
	}
}

// later converts the call of a go or defer statement, which runs it later.
func (c *funcConverter) later(op code.Op, in code.Instr, call *ssa.CallCommon) (code.Instr, bool) {
	c.call(&in, call)
	if in.Op == code.OpBuiltin {
		switch in.Str {
		case "delete", "clear", "copy":
			in.Call = &code.Call{Op: code.OpBuiltin}
		default:
			return in, false // such as close and recover: nothing that matters here
		}
	}
	in.Op, in.Call.Results, in.Dst = op, 0, -1
	return in, true
}
