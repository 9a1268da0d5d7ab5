package requeue

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"golang.org/x/tools/go/analysis"
)

// mostWork bounds how many expressions are looked into for the delays of a function: a variable may be computed of itself.
const mostWork = 400

// values returns what an expression may be: several for a variable that is given several.
func (f *function) values(e ast.Expr) []int {
	v := syntax.Var(f.pass.TypesInfo, e)
	if v == nil || !f.local(v) {
		return []int{f.one(e)}
	}
	var list []int
	for given := range syntax.Given(f.pass.TypesInfo, f.decl.Body, v) {
		switch {
		case given == nil:
			list = append(list, f.unknown("a variable that a call or a loop sets", e.Pos()))
		default:
			list = append(list, f.values(given)...)
		}
	}
	if reg, isParam := f.regs[v]; isParam {
		list = append(list, reg)
	}
	return list
}

// local reports whether a variable is one of the function's own.
func (f *function) local(v *types.Var) bool {
	return !v.IsField() && v.Pkg() == f.pass.Pkg && v.Parent() != v.Pkg().Scope()
}

// one returns what an expression is, if it is only one thing.
func (f *function) one(e ast.Expr) int {
	e = ast.Unparen(e)
	info := f.pass.TypesInfo
	if f.work++; f.work > mostWork {
		return f.unknown("a delay that is computed of more than is followed", e.Pos())
	}
	if tv := info.Types[e]; tv.Value != nil {
		return f.constant(code.Const{Kind: code.ConstBasic, Basic: uint8(tv.Value.Kind()), Text: tv.Value.ExactString()})
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.variable(e)
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			return f.field(e, sel)
		}
		return f.variable(e.Sel)
	case *ast.StarExpr:
		return f.add(code.Instr{Op: code.OpLoad, Args: []int{f.one(e.X)}, Pos: f.pos(e.Pos())})
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			return f.one(e.X) // of what is looked into, where it is does not count
		case token.SUB:
			return f.add(code.Instr{Op: code.OpUnary, Str: "-", Args: []int{f.one(e.X)}, Number: ssacode.Number(f.typeOf(e))})
		}
	case *ast.BinaryExpr:
		return f.add(code.Instr{Op: code.OpBinary, Str: e.Op.String(), Args: []int{f.one(e.X), f.one(e.Y)}, Number: ssacode.Number(f.typeOf(e))})
	case *ast.CallExpr:
		return f.called(e)
	}
	return f.unknown("an expression that is not followed", e.Pos())
}

// arg returns what is handed to a function that returns a Result, as far as a delay may be computed of it.
func (f *function) arg(e ast.Expr) int {
	if v := syntax.Var(f.pass.TypesInfo, e); v != nil {
		if reg, isParam := f.regs[v]; isParam {
			return reg
		}
	}
	_, isField := ast.Unparen(e).(*ast.SelectorExpr)
	if isField || ssacode.Number(f.typeOf(e)) != "" {
		return f.one(e)
	}
	if f.other == 0 {
		f.other = f.unknown("an argument", e.Pos())
	}
	return f.other
}

// variable returns what a variable holds.
func (f *function) variable(id *ast.Ident) int {
	v, ok := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
	switch {
	case !ok:
		return f.constant(code.Const{Kind: code.ConstZero})
	case f.local(v):
		if list := f.values(id); len(list) == 1 {
			return list[0]
		}
		return f.unknown("a variable that is given several values", id.Pos())
	}
	global := f.constant(code.Const{Kind: code.ConstGlobal, Text: string(symbol.Of(v))})
	return f.add(code.Instr{Op: code.OpLoad, Args: []int{global}, Pos: f.pos(id.Pos())})
}

// field returns what a field holds, through the fields that are embedded.
func (f *function) field(e *ast.SelectorExpr, sel *types.Selection) int {
	of, t := f.one(e.X), f.typeOf(e.X)
	for _, i := range sel.Index() {
		pointer, isPointer := t.Underlying().(*types.Pointer)
		if isPointer {
			t = pointer.Elem()
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return f.unknown("a field of a type parameter", e.Pos())
		}
		field := s.Field(i)
		if isPointer {
			of = f.add(code.Instr{Op: code.OpFieldAddr, Args: []int{of}, Str: field.Name(), Pos: f.pos(e.Sel.Pos())})
			of = f.add(code.Instr{Op: code.OpLoad, Args: []int{of}, Pos: f.pos(e.Sel.Pos())})
		} else {
			of = f.add(code.Instr{Op: code.OpField, Args: []int{of}, Str: field.Name(), Pos: f.pos(e.Sel.Pos())})
		}
		t = field.Type()
	}
	return of
}

// called returns what a conversion or a call returns.
func (f *function) called(call *ast.CallExpr) int {
	info := f.pass.TypesInfo
	in := code.Instr{Pos: f.pos(call.Pos())}
	fn := syntax.Called(info, call)
	switch tv := info.Types[call.Fun]; {
	case tv.IsType():
		in.Op, in.Number = code.OpConvert, ssacode.Number(tv.Type)
	case tv.IsBuiltin():
		in.Op, in.Str = code.OpBuiltin, types.ExprString(call.Fun)
	case fn == nil:
		in.Op, in.Args = code.OpCallValue, []int{f.one(call.Fun)}
	case fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()):
		in.Op, in.Str = code.OpInvoke, string(symbol.Of(fn))
	default:
		return f.call(string(symbol.Of(fn)), call.Pos(), fn.Signature().Results().Len(), f.args(call, fn, f.one)...)
	}
	if in.Op == code.OpCallValue || in.Op == code.OpInvoke {
		in.Call = &code.Call{Op: in.Op, Results: 1}
	}
	in.Args = append(in.Args, f.args(call, fn, f.one)...)
	return f.add(in)
}

// args returns the arguments of a call, the receiver first.
func (f *function) args(call *ast.CallExpr, fn *types.Func, one func(ast.Expr) int) (args []int) {
	if sel, ok := syntax.Callee(call).(*ast.SelectorExpr); ok && fn != nil && fn.Signature().Recv() != nil {
		args = append(args, f.one(sel.X))
	}
	for _, arg := range call.Args {
		args = append(args, one(arg))
	}
	return args
}

// call adds a call, and returns the register of its result.
func (f *function) call(sym string, at token.Pos, results int, args ...int) int {
	pos := f.pos(at)
	argPos := make([]code.Pos, len(args))
	for i := range args {
		argPos[i] = pos
	}
	return f.add(code.Instr{Op: code.OpCall, Str: sym, Args: args, Pos: pos,
		Call: &code.Call{Op: code.OpCall, Results: results, ArgPos: argPos}})
}

func (f *function) unknown(why string, at token.Pos) int {
	return f.add(code.Instr{Op: code.OpUnknown, Str: why, Pos: f.pos(at)})
}

// add adds an instruction, and returns its register.
func (f *function) add(in code.Instr) int {
	if in.Op != code.OpReturn {
		in.Dst = f.body.Regs
		f.body.Regs++
	}
	block := &f.body.Blocks[0]
	block.Instrs = append(block.Instrs, in)
	return in.Dst
}

func (f *function) constant(c code.Const) int {
	f.body.Consts = append(f.body.Consts, c)
	return ^(len(f.body.Consts) - 1)
}

func (f *function) pos(p token.Pos) code.Pos {
	place := code.PlaceOf(f.pass.Fset.Position(p))
	place.File = f.file(place.File)
	return code.Pos{Place: place}
}

// A function is the code with the delays of one that is declared.
type function struct {
	pass  *analysis.Pass
	file  func(string) string
	decl  *ast.FuncDecl
	regs  map[types.Object]int // of parameters
	body  *code.Body
	work  int // expressions that were looked into
	other int // the register of arguments that no delay is computed of, 0 for none so far
}

func (f *function) typeOf(e ast.Expr) types.Type { return f.pass.TypesInfo.TypeOf(e) }
